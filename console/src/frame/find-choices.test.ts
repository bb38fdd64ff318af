import { expect, it } from 'vitest';
import { choicesNamed } from './find-choices.ts';

const unity = { text: 'Unity Ads', terms: '4970775877303683148' };
const unit = { text: 'Banner', more: 'City Guide', terms: 'ca-app-pub-1/2' };

it.each([
  ['uni', [unity]],
  ['banner city', [unit]],
  ['497', [unity]],
  // What a choice does not have is no word of it.
  ['fin', []],
  ['undefined', []],
])('“%s” finds the choices that have it in their texts', (typed, found) => {
  expect(choicesNamed([unity, unit], typed)).toEqual(found);
});
