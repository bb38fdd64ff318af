import { expect, it } from 'vitest';
import { byDay } from './by-day.ts';

const ROWS = [
  { times: ['2026-11-28T10:41:30Z', '2026-11-28T10:02:07Z'], texts: ['Ada looked, 2 times'] },
  { times: ['2026-11-28T09:00:00Z'], texts: ['Ada rejected Bo: the photo is of another person', 'second'] },
  { times: ['2026-11-27T09:00:00Z'], texts: ['Ada slept'] },
];

it('each day is a heading, and a long text goes on below its time', () => {
  expect(byDay(ROWS, true, 40).split('\n')).toEqual([
    'Times are in UTC.',
    '',
    'Saturday, 28 November 2026',
    expect.stringMatching(/^ {2}10:02:07\s?–\s?10:41:30 {2}Ada looked, 2$/),
    expect.stringMatching(/^ {20,}times$/),
    '  09:00:00  Ada rejected Bo: the photo',
    '            is of another person',
    '            second',
    '',
    'Friday, 27 November 2026',
    '  09:00:00  Ada slept',
  ]);
});

it('in a file each text is one line', () => {
  expect(byDay(ROWS, true)).toContain('  09:00:00  Ada rejected Bo: the photo is of another person\n');
});
