// What pages do beyond showing text. Without scripts, they show everything except the search.
import { addCopyButtons } from './copy.js';
import { startMenu } from './menu.js';
import { startSearch } from './search.js';
import { startTheme } from './theme-button.js';
import { startVersions } from './versions.js';

startTheme();
startMenu();
startVersions();
startSearch();
addCopyButtons();

/** What scrolls sideways can be reached by keyboard. */
function letKeysScroll() {
  for (const frame of document.querySelectorAll('.frame')) {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    else frame.removeAttribute('tabindex');
  }
}
new ResizeObserver(letKeysScroll).observe(document.body);
