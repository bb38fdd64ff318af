const cell = (text: string) => text.replaceAll('|', '\\|');

/** A table in Markdown. */
export const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
