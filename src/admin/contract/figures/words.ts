import type { ResourceWords } from '../words.ts';

export const FIGURE_WORDS = {
  about: 'Figures of what waits and what ends',
  noun: 'figure',
  methods: { getCounts: { examples: ['diptych counts', 'diptych counts --json'] } },
} as const satisfies ResourceWords;
