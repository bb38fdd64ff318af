import MiniSearch from 'minisearch';

/** Words of questions, which say nothing about what is looked for. */
const EMPTY_WORDS = new Set(
  'a an and are can do does for from how i in is it my of on or the to what where which with'.split(' '),
);

/** The -s of a plural, but not that of "access", "status" and "basis". */
const PLURAL = /(?<=\w\w[^isu])s$/;

const processTerm = (term) => {
  const word = term.toLowerCase().replace(PLURAL, '');
  return EMPTY_WORDS.has(word) ? null : word;
};

const KINDS = [/^(start|operate|integrate|explain)\//, /^reference\//];
const REFERENCE = 1;

/** Tasks and guides come before references and rows of tables, and these before decisions and files for contributors. */
const rankOf = ({ place, isRow, isTask }) => {
  if (isTask) return 0;
  const kind = KINDS.findIndex((pattern) => pattern.test(place));
  if (kind < 0) return KINDS.length;
  return isRow ? Math.max(kind, REFERENCE) : kind;
};
const isForUsers = (section) => rankOf(section) < KINDS.length;

/** Finds sections of the documentation. Resolves to a function that returns those with the words of a text, the best first. */
export async function makeIndex(sections) {
  const index = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    processTerm,
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: 0.15,
    },
  });
  const numbered = sections.map((section, id) => ({ ...section, id }));
  await index.addAllAsync(numbered, { chunkSize: 50 });
  /** With all words; if no guide or reference has all of them, with any. */
  const search = (text) => {
    const withAll = index.search(text, { combineWith: 'AND' });
    return withAll.some(({ id }) => isForUsers(sections[id]))
      ? withAll
      : index.search(text, { combineWith: 'OR' });
  };
  return (text) => {
    // The name of a setting, an error or a command leads to where it is explained; a common word leads to a guide.
    const name = text.trim().toLowerCase();
    const isWord = /^[a-z]+$/.test(text.trim());
    const isNamed = (section) => section.heading.toLowerCase() === name && !(isWord && rankOf(section) > 0);
    const order = (section) => (isNamed(section) ? -1 : rankOf(section));
    return search(text)
      .map(({ id, terms }) => ({ ...sections[id], terms }))
      .toSorted((a, b) => order(a) - order(b));
  };
}
