import { expect, it } from 'vitest';
import { changedText } from './history.ts';

const line = (id: string, member = '') => `mediationGroupLines["${id}"]${member}`;

it.each([
  [undefined, ''],
  [['priority', 'targeting.adUnitIds'], 'priority, targeting.adUnitIds'],
  [[line('91')], 'line 91'],
  [['priority', line('91', '.cpmMicros'), line('91', '.state')], 'priority, line 91 (cpmMicros, state)'],
  [[line('91', '.cpmMicros'), line('92', '.cpmMicros'), line('93')], '3 lines (cpmMicros)'],
])('the history of a group tells %j as “%s”', (fields, text) => {
  expect(changedText(fields)).toBe(text);
});
