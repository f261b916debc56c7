package main
import ("os";"fmt";"path/filepath"
"github.com/proxlab/proxlab/figures"
"github.com/proxlab/proxlab/reproduce"
"github.com/proxlab/proxlab/reproduce/onlinemkl"
"github.com/proxlab/proxlab/reproduce/proxsvm"
"github.com/proxlab/proxlab/reproduce/sparsity"
"github.com/proxlab/proxlab/reproduce/tracenorm")
func main(){
 out:=os.Args[1]; all:=""
 for _,s:=range []reproduce.Study{onlinemkl.Study,proxsvm.Study,tracenorm.Study,sparsity.Study}{
  rec,err:=s.Kept(); if err!=nil{panic(err)}
  d:=filepath.Join(out,s.Name); os.MkdirAll(d,0o777)
  for _,f:=range s.Figures(rec){
   h,_:=figures.Embed(f); all+="<h4>"+s.Name+" "+f.About().ID+"</h4>"+h
   for _,e:=range os.Args[2:]{ w,_:=os.Create(filepath.Join(d,f.About().ID+e)); if err:=figures.Write(w,f,e);err!=nil{fmt.Println(s.Name,f.About().ID,err)}; w.Close() }
  }
  w,_:=os.Create(filepath.Join(d,"all.html")); figures.WritePage(w,"all",all); w.Close(); all=""}
}
