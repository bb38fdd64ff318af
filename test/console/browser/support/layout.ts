import type { Page } from 'playwright-core';

/** Elements that make the page scroll sideways (WCAG 1.4.10). */
export const sidewaysAt = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll('main *, header *')].filter((element) => {
      const inRegion = element.closest('.table-frame, .difference, .tabs, [data-scrolls]') !== null;
      const { left, right } = element.getBoundingClientRect();
      return !inRegion && (right > clientWidth + 1 || left < -1);
    });
    const found = beyond.slice(0, 5).map((element) => element.outerHTML.slice(0, 160));
    return [`${scrollWidth} pixels in ${clientWidth}`, ...found];
  });

/**
 * The minimum text spacing that pages must support (WCAG 1.4.12). The policy of the page would block a style
 * sheet inside it.
 */
export const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`);
    document.adoptedStyleSheets = [sheet];
  });

/** Makes texts 40 % longer, in words as the pseudo-locale en-XA does: so long are those of other languages. */
export const lengthenText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      if (!/[a-z]{2}/i.test(text)) continue;
      if (node.parentElement?.closest('script, style, code, pre, kbd, time, .mono, option')) continue;
      node.textContent += '~~~~~~~ '.repeat(text.length).slice(0, Math.ceil(text.length * 0.4));
    }
  });

/** Text that its box cuts off. Text that is shortened with dots on purpose has its full text elsewhere. */
export const cutOffAt = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(element);
      if (!element.checkVisibility() || textOverflow === 'ellipsis') return false;
      // Visually hidden text for screen readers.
      if (position === 'absolute' && element.clientWidth <= 1) return false;
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    });
    return cut.slice(0, 5).map((element) => element.outerHTML.slice(0, 160));
  });

/** Words that break inside although a line has room for them, and select boxes that cut off the value that they show. */
export const brokenTextAt = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let box = node.parentElement!;
      while (getComputedStyle(box).display.startsWith('inline')) box = box.parentElement!;
      if (!box.checkVisibility() || box.clientWidth <= 1) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\w+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const parts = [...range.getClientRects()];
        const width = parts.reduce((sum, part) => sum + part.width, 0);
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        if (new Set(parts.map(({ top }) => top)).size > 1 && width < room) broken.push(word);
      }
    }
    const text = document.createElement('canvas').getContext('2d')!;
    for (const select of document.querySelectorAll('main select')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      text.font = font;
      const value = (select as HTMLSelectElement).selectedOptions[0]?.textContent ?? '';
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      // Its arrow takes 16 pixels.
      const needs = text.measureText(value).width + padding + 16;
      if (select.checkVisibility() && needs > select.clientWidth) broken.push(value);
    }
    return broken;
  });

/** Elements that move although the person prefers reduced motion. */
export const movingAt = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const moving = [...document.querySelectorAll('body *')].filter((element) => {
      const { animationName, transitionDuration } = getComputedStyle(element);
      return animationName !== 'none' || transitionDuration.split(', ').some((time) => time !== '0s');
    });
    return moving.slice(0, 5).map((element) => element.outerHTML.slice(0, 160));
  });

/** A date field has several parts that Tab visits. */
const MOST_PARTS = 8;

/**
 * Goes through the page with Tab. Problems: an invisible focus, a focus below another element (WCAG 2.4.7,
 * 2.4.11), and an element that Tab cannot leave (WCAG 2.1.2).
 */
export async function tabbingProblems(page: Page, most = 40): Promise<readonly string[]> {
  const problems: string[] = [];
  let last = '';
  let stays = 0;
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press('Tab');
    const { key, problem } = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return { key: 'body', problem: undefined };
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const isHiddenAt = (y: number) => {
        const found = document.elementFromPoint(x, y);
        return found !== null && !element.contains(found) && !found.contains(element) ? found : undefined;
      };
      // If an element is higher than the window, a visible part is enough.
      const top = isHiddenAt(box.top + Math.min(box.height / 2, 20));
      const above = box.height > innerHeight / 2 ? isHiddenAt(innerHeight / 2) : top;
      const key = `${element.outerHTML.slice(0, 120)} ${Math.round(box.top)}`;
      if (outlineStyle === 'none' || outlineWidth === '0px') return { key, problem: `no outline: ${key}` };
      return { key, problem: above && `covered by ${above.outerHTML.slice(0, 80)}: ${key}` };
    });
    if (key === 'body') break;
    if (problem) problems.push(problem);
    stays = key === last ? stays + 1 : 0;
    if (stays > MOST_PARTS) problems.push(`Tab does not leave ${key}`);
    if (stays > MOST_PARTS) break;
    last = key;
  }
  return problems;
}

/** Fields beside each other whose inputs do not begin in one line. */
export const raggedFieldsAt = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const named = (field: Element) => field.firstElementChild?.textContent ?? '';
    const isBeside = (one: DOMRect, other: DOMRect) =>
      (one.right <= other.left || other.right <= one.left) &&
      one.top < other.bottom &&
      other.top < one.bottom;
    return [...document.querySelectorAll('.field')].flatMap((field) => {
      const next = field.nextElementSibling;
      const [input, other] = [field, next].map((one) => one?.querySelector(':scope > .control'));
      if (!next || !input || !other) return [];
      const [top, otherTop] = [input, other].map((one) => one.getBoundingClientRect().top);
      const isRow = isBeside(field.getBoundingClientRect(), next.getBoundingClientRect());
      return isRow && Math.abs(top! - otherTop!) > 1 ? [`${named(field)} and ${named(next)}`] : [];
    });
  });

/** Places whose actions belong to something smaller than a thing or a section: a form, a row, a message. */
const OWN_PLACES =
  'dialog, form, table, li, .notice, .state, .chosen, .save-bar, .decision-bar, .decision-panel, .spread';

/**
 * Actions that do not stand right of the heading of what they act on (below it on a narrow window), the main one first and
 * what cannot be undone last.
 */
export const misplacedActionsAt = (page: Page): Promise<readonly string[]> =>
  page.evaluate((ownPlaces) => {
    const text = (element: Element) => element.textContent?.slice(0, 60) ?? '';
    const seen = [...document.querySelectorAll('main .actions, main .headed')].filter((element) =>
      element.checkVisibility(),
    );
    const elsewhere = seen
      .filter((element) => element.matches('.actions') && !element.parentElement!.matches('.headed'))
      .filter((element) => element.closest(ownPlaces) === null)
      .map((element) => `not beside a heading: ${text(element)}`);
    const wrong = seen.flatMap((element) => {
      const [heading, actions] = ['.heading', '.actions'].map((part) =>
        element.querySelector(`:scope.headed > ${part}`),
      );
      if (!heading || !actions || actions.childElementCount === 0) return [];
      const [left, right] = [heading, actions].map((one) => one.getBoundingClientRect());
      const isPlaced = innerWidth > 900 ? right!.left >= left!.right : right!.top >= left!.bottom;
      const kinds = [...actions.children].map(({ classList }) =>
        classList.contains('main') ? 0 : classList.contains('danger') ? 2 : 1,
      );
      return [
        ...(isPlaced ? [] : [`not ${innerWidth > 900 ? 'right of' : 'below'} its heading: ${text(element)}`]),
        ...(kinds.every((kind, index) => index === 0 || kinds[index - 1]! <= kind)
          ? []
          : [`not in the order main, others, danger: ${text(actions)}`]),
        ...[...actions.children]
          .filter((one) => one.getBoundingClientRect().height < 24)
          .map((one) => `lower than 24 pixels: ${text(one)}`),
      ];
    });
    return [...elsewhere, ...wrong];
  }, OWN_PLACES);
