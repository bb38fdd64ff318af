// The HTML around the contents of a page.
import { breakable, escapeHtml, renderInline } from './markdown.js';

/** The only things that pages load are their own files; links still lead anywhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

const menuHtml = (menu, current, hrefOf) =>
  menu
    .map(({ title, items }) => {
      const links = items.map(({ text, file }) => {
        const here = file === current ? ' aria-current="page"' : '';
        return `<li><a href="${hrefOf(file)}"${here}>${escapeHtml(text)}</a></li>`;
      });
      return `<h2>${title}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
    })
    .join('\n');

function outlineHtml(sections) {
  const shown = sections.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const links = shown.map(
    ({ level, anchor, heading }) =>
      `<li class="level-${level}"><a href="#${anchor}">${breakable(escapeHtml(heading))}</a></li>`,
  );
  return `<nav class="outline" aria-labelledby="outline">\n<h2 id="outline">On this page</h2>\n<ul>\n${links.join('\n')}\n</ul>\n</nav>`;
}

function neighboursHtml(menu, current, hrefOf) {
  const all = menu.flatMap(({ items }) => items);
  const place = all.findIndex(({ file }) => file === current);
  if (place < 0) return '';
  const link = (item, kind, label) =>
    item
      ? `<a class="${kind}" href="${hrefOf(item.file)}"><span>${label}</span> ${escapeHtml(item.text)}</a>`
      : '';
  return `<nav class="neighbours" aria-label="Previous and next page">
${link(all[place - 1], 'previous', 'Previous')}
${link(all[place + 1], 'next', 'Next')}
</nav>`;
}

/** A whole page. `toRoot` leads from its folder to the folder of the version. */
export function pageHtml({ title, body, sections, menu, current, hrefOf, place, toRoot, version, kind }) {
  return `<!doctype html>
<html lang="en" data-root="${toRoot}" data-version="${version}" data-place="${place}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${toRoot}assets/icon.svg">
<link rel="stylesheet" href="${toRoot}assets/style.css">
<script src="${toRoot}assets/theme.js"></script>
<script src="${toRoot}../versions.js" defer></script>
<script src="${toRoot}assets/site.js" defer></script>
</head>
<body class="${kind}">
<a class="skip" href="#content">Skip to the contents</a>
<header>
<button type="button" class="menu-button" aria-expanded="false" aria-controls="menu" hidden><span class="bars"></span>Menu</button>
<a class="brand" href="${hrefOf('README.md')}"><img src="${toRoot}assets/icon.svg" alt="" width="22" height="22">Diptych</a>
<button type="button" class="search-button" aria-keyshortcuts="/ Control+K" hidden>Search <kbd>/</kbd></button>
<button type="button" class="theme-button" aria-label="Dark colours" aria-pressed="false" hidden><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg></button>
</header>
<div class="columns">
<nav id="menu" class="menu" aria-label="Pages">
<label class="versions" hidden>Version <select></select></label>
${menuHtml(menu, current, hrefOf)}
</nav>
<main id="content" tabindex="-1">
<p class="notice" hidden></p>
${body}
${neighboursHtml(menu, current, hrefOf)}
</main>
${kind === 'guide' ? outlineHtml(sections) : ''}
</div>
</body>
</html>
`;
}

/** The start page: what Diptych is, then all pages by what somebody wants to do. */
export function startHtml({ intro, tasks, pictures, menu, hrefOf }) {
  const groups = menu.slice(0, -1).map(({ title, items }) => {
    const cards = items.map(
      ({ text, use, file }) =>
        `<li><a href="${hrefOf(file)}">${escapeHtml(text)}</a><p>${renderInline(use)}</p></li>`,
    );
    return `<section>\n<h2>${title}</h2>\n<ul class="cards">\n${cards.join('\n')}\n</ul>\n</section>`;
  });
  const first = menu[0].items.map(
    ({ text, file }, index) => `<a class="button${index ? '' : ' main'}" href="${hrefOf(file)}">${text}</a>`,
  );
  return `<div class="intro">\n${intro}\n<p class="buttons">${first.join('\n')}</p>\n</div>
<section>\n${tasks}\n</section>
${groups.join('\n')}
<section>\n${pictures}\n</section>`;
}
