/** Headings of a file of mappings, besides those of the settings. */
export const [UNIT, SOURCE, NAME, ADAPTER] = ['ad unit', 'ad source', 'name', 'adapter'] as const;
