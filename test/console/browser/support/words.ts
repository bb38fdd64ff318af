import type { Page } from 'playwright-core';
import { documentNoun } from '../../../../src/admin/contract/audit-log/sentences.ts';
import { EVENTS } from '../../../../src/audit/entry.ts';

/** The pseudo-locale's form of a message: `[Tódáy~~]`. One message may contain another. */
const MESSAGE = /\[[^[\]]*~[~ ]*\]/g;

/** Words that Intl writes in dates, times and numbers. */
const OF_INTL =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|utc|gmt|ago|in|now|today|tomorrow|yesterday|this|minutes?|hours?|days?)\b/gi;

const WORD = /[A-Za-z]{3,}/g;

/** Everything that a person sees or hears, except elements that only contain data. */
const textsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // Elements of SVG have no such member.
      if (!parent || parent.translate === false) continue;
      if (parent.closest('script, style, code, pre, kbd, time, .mono')) continue;
      if (parent.checkVisibility()) texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (element.tagName !== 'TIME' && element.translate !== false)
          texts.push(element.getAttribute(name) ?? '');
    return texts;
  });

const wordsIn = (text: string): readonly string[] => text.match(WORD) ?? [];

/** Members with one of a few values, for which the table has words. */
const OF_TABLE = /^(?:platform|adFormat|format|cpmMode)$|(?:state|status|kind|cause|level)$/i;

/** Words of data: values, and names of the elements of a record. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') for (const word of wordsIn(value)) into.add(word.toLowerCase());
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes('_')) collect(name, into);
    if (typeof inner !== 'string' || !OF_TABLE.test(name)) collect(inner, into);
  }
}

/** The words of all answers so far. The page may show an answer before the test has read it. */
type WordsOfServer = () => Promise<ReadonlySet<string>>;

/** Collects words from the server's answers. */
export function wordsOfServer(page: Page): WordsOfServer {
  // Events and documents are shown by their names in the contract.
  const names = JSON.stringify(EVENTS).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const words = new Set([...wordsIn(names), ...wordsIn(documentNoun('org.iso.18013.5.1.mDL'))]);
  const read: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/console/api/')) return;
    const text = response.text().catch(() => '');
    read.push(
      text.then((body) => {
        if (/^[{[]/.test(body)) collect(JSON.parse(body), words);
      }),
    );
  });
  return async () => {
    await Promise.all(read);
    return words;
  };
}

function withoutMessages(text: string): string {
  const rest = text.replaceAll('[…]', ' ').replace(MESSAGE, ' ');
  return rest === text ? rest : withoutMessages(rest);
}

/** Words that come neither from the table of messages nor from the server. */
export async function strayWords(page: Page, dataOf: WordsOfServer): Promise<readonly string[]> {
  const texts = await textsOf(page);
  const data = await dataOf();
  const stray = texts.filter((text) =>
    wordsIn(withoutMessages(text).replace(OF_INTL, ' ')).some((word) => !data.has(word.toLowerCase())),
  );
  return [...new Set(stray)];
}
