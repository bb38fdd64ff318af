import type { ResourceWords } from '../words.ts';

export const CATALOGUE_WORDS = {
  about: 'The ad sources and adapters that publishers can use',
  noun: 'catalogue',
  methods: {
    showCatalogue: { summary: 'Show the catalogue in use', examples: ['diptych catalogue show'] },
    reloadCatalogue: {
      summary: 'Read the catalogue file again',
      examples: ['diptych catalogue reload'],
    },
  },
} as const satisfies ResourceWords;
