/** The style of the page: no other file is needed, and both colour schemes are readable. */
export const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e9ee); --soft: light-dark(#57606a, #9aa4b2);
  --line: light-dark(#d8dee4, #30363d); --page: light-dark(#ffffff, #0f1318); --card: light-dark(#f6f8fa, #171c23);
  --pass: light-dark(#116329, #56d364); --fail: light-dark(#b3261e, #ff8a80); --warning: light-dark(#7a4d00, #e3b341);
  --other: light-dark(#57606a, #9aa4b2); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; } a { color: inherit; }
code, pre { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: .5rem 0 0; padding: .75rem; overflow-x: auto; background: var(--page); border: 1px solid var(--line);
  border-radius: .375rem; white-space: pre-wrap; }
.verdict { font-size: 1.1rem; font-weight: 600; }
.reason { font-weight: 500; }
.soft { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .75rem; margin: 1.25rem 0; }
.card { padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.card strong { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
details.section { border-top: 1px solid var(--line); }
details.section > summary { padding: .6rem 0; cursor: pointer; font-weight: 600; }
.case { padding: .6rem 0 .6rem 1rem; border-top: 1px solid var(--line); }
.case p { max-width: 60rem; }
.result { display: inline-block; min-width: 8.5rem; font-weight: 600; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .warning { color: var(--warning); } .other { color: var(--other); }
summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  .cards { gap: .5rem; } .card { display: grid; grid-template-columns: 4rem 1fr; align-items: baseline; padding: .5rem .75rem; }
  .card strong { font-size: 1.1rem; } .card span:last-child { grid-column: 2; }
  .case { padding-left: 0; } .result { display: block; } }
`.trim();
