/** Uses the colours of the sign-in pages. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1c2430;--soft:#5a6472;--line:#d6dae0;--edge:#7d8794;--main:#1f5fbf;--on:#fff}
@media (prefers-color-scheme:dark){:root{--page:#14181e;--card:#1d232b;--ink:#e8ecf1;--soft:#a3adba;--line:#38414d;--edge:#7c8897;--main:#7fb0ff;--on:#0d1520}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
a{color:var(--main)}
code,textarea,output,.verb{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9rem}
code{overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:0 0 .5rem}
h2{font-size:1.3rem;margin:2.5rem 0 .5rem}
h2 small{color:var(--soft);font-weight:400}
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}
h4{font-size:.95rem;margin:1rem 0 .3rem}
p{margin:.3rem 0;overflow-wrap:anywhere}
.brand{font-size:.8rem;font-weight:600;letter-spacing:.08em;text-transform:uppercase}
.brand a{color:var(--soft);text-decoration:none}
.soft,small{color:var(--soft)}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.4rem 0;padding:0 .9rem}
details[open]{padding-bottom:.9rem}
summary{cursor:pointer;padding:.6rem 0}
.verb{display:inline-block;min-width:3.5rem;font-weight:700}
.type{color:var(--soft)}
ul.members{margin:.3rem 0;padding-left:1.2rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);font-weight:400}
th code{white-space:nowrap}
thead th{color:var(--soft);font-size:.85rem}
.try{background:var(--page)}
label{display:block;font-weight:600;margin:.7rem 0 .2rem}
input,textarea{width:100%;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:8px;padding:.5rem .7rem;min-height:2.5rem}
input{font:inherit}
.try input,.try textarea{background:var(--card)}
button{font:inherit;font-weight:600;min-height:2.6rem;margin-top:.9rem;padding:.4rem 1.4rem;border-radius:8px;border:1px solid var(--main);background:var(--main);color:var(--on);cursor:pointer}
output{display:block;white-space:pre-wrap;overflow-wrap:anywhere;margin-top:.9rem;max-height:30rem;overflow-y:auto}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
`;
