package main
import ("os";"fmt";"sort"
"github.com/proxlab/proxlab/figures"
"github.com/proxlab/proxlab/reproduce"
"github.com/proxlab/proxlab/reproduce/onlinemkl"
"github.com/proxlab/proxlab/reproduce/proxsvm"
"github.com/proxlab/proxlab/reproduce/sparsity"
"github.com/proxlab/proxlab/reproduce/tracenorm")
func main(){
 runes:=map[rune]int{}
 for _,s:=range []reproduce.Study{onlinemkl.Study,proxsvm.Study,tracenorm.Study,sparsity.Study}{
  rec,err:=s.Kept(); if err!=nil{panic(err)}
  for _,t:=range append(s.Tables(rec), reproduce.ClaimsTable(rec.Claims)){
   w:=0; for _,c:=range t.Columns{ _ = c }
   fmt.Println(s.Name,t.ID,len(t.Columns),len(t.Rows),w)
   f,_:=os.Create("/tmp/tex/"+s.Name+"-"+t.ID+".tex"); t.TeX(f); f.Close()
   count:=func(x string){ for _,r:=range x{ if r>127 {runes[r]++}}}
   count(t.Title); for _,n:=range t.Notes{count(n)}; for _,c:=range t.Columns{count(c.Title)}; for _,r:=range t.Rows{for _,c:=range r{count(c)}}
  }
  _ = figures.Table{}
 }
 var l []rune; for r:=range runes{l=append(l,r)}; sort.Slice(l,func(i,j int)bool{return l[i]<l[j]}); for _,r:=range l{fmt.Printf("%c %U %d  ",r,r,runes[r])}; fmt.Println()
}
