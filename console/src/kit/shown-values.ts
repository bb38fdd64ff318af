import { formatCpm } from '../../../src/client/cpm.ts';
import { absolute, formattingLocale } from './time.tsx';

/** How prices and times in what changed are shown. */
export const shownValues = {
  price: (micros: string) => formatCpm(micros, formattingLocale()),
  time: (text: string) => absolute(Date.parse(text), formattingLocale()),
};
