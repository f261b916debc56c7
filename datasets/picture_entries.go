package datasets

import "github.com/proxlab/proxlab/datasets/source"

var omniglotEntry = Entry{
	Name:    "omniglot-small",
	Title:   "Omniglot, both small background sets: 242 characters of eight alphabets, 20 drawings each",
	Licence: "MIT",
	Citation: "B. Lake, R. Salakhutdinov, J. Tenenbaum, Human-level Concept Learning through Probabilistic Program " +
		"Induction, Science 2015",
	Files: []source.File{
		file("omniglot-small/images_background_small1.zip", omniglotAt+"images_background_small1.zip",
			"f38eb80f801274ac2b4dff5b24289016bfaba4a7d5bb50deebf27104ad6cb8a4"),
		file("omniglot-small/images_background_small2.zip", omniglotAt+"images_background_small2.zip",
			"3ccaa407515a8778e5d0861875af38b17e418f301ad5bb3b5a6b65d901a41c7f"),
	},
}

const omniglotAt = "https://github.com/brendenlake/omniglot/raw/master/python/"

var greyEntry = Entry{
	Name:     "images-grey",
	Title:    "Four grey pictures: cameraman and house at 256 × 256 pixels, camera and moon at 512 × 512",
	Licence:  "camera: CC0; the others: research use",
	Citation: "the pictures of the denoising literature (set of twelve), and of scikit-image",
	HowTo: "camera and moon are skimage.data.camera() and skimage.data.moon() of scikit-image, saved as PNG; " +
		"cameraman and house are 01.png and 02.png of Set12",
	Files: []source.File{
		file("images-grey/set12-01-cameraman.png", "", "079229e13faff0a262a9d3eb9a7fa60868203f9b8545de6fb75aadf6fbca4296"),
		file("images-grey/set12-02-house.png", "", "576b2b3b6ff4d7e6c8ddccb0df645774f9b986c81219c28e16ba1935990a0b29"),
		file("images-grey/skimage-camera-cc0.png", "", "b0793d2adda0fa6ae899c03989482bff9a42d3d5690fc7e3648f2795d730c23a"),
		file("images-grey/skimage-moon.png", "", "78739619d11f7eb9c165bb5d2efd4772cee557812ec847532dbb1d92ef71f577"),
	},
}
