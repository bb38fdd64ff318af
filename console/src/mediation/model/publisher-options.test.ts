import { expect, it } from 'vitest';
import { publisherOptions } from './publisher-options.ts';

it('The list shows publishers by name, two of the same name with their ids too, and one without a name by its id', () => {
  const names = { 'pub-1': 'Acme', 'pub-2': 'Northwind', 'pub-3': 'Acme' };
  expect(publisherOptions(['pub-1', 'pub-2', 'pub-3', 'pub-4'], names).map(({ text }) => text)).toEqual([
    'Acme (pub-1)',
    'Northwind',
    'Acme (pub-3)',
    'pub-4',
  ]);
});
