import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../server/config/load-settings.ts';
import { program } from './main.ts';
import { seconds, timeOption } from './options.ts';

describe('Durations as options of commands', () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['10m', 600],
    ['2h', 7200],
    ['1d', 86_400],
  ])('the duration is read: %s', (text, expected) => {
    expect(seconds(text, '--ttl')).toBe(expected);
  });

  it.each(['', 'h', '1w', '-1s', '1.5h', '1 h', '1234567890'])('the duration %j is refused', (text) => {
    expect(() => seconds(text, '--ttl')).toThrow('--ttl takes a duration');
  });
});

describe('Times as options of commands', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T09:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:30.5+02:00', '2026-11-20T07:00:30.500Z'],
    ['2026-11-20T09:00:30.123456789Z', '2026-11-20T09:00:30.123Z'],
  ])('a date begins in UTC, and a time has its zone: %s', (text, expected) => {
    expect(new Date(timeOption(text, '--since')).toISOString()).toBe(expected);
  });

  it.each(['2026-11-20T09:00', '20 Nov 2026', '2026-11', '2026-13-01', ''])(
    'the time %j is refused',
    (text) => {
      expect(() => timeOption(text, '--since')).toThrow('--since takes a date in UTC');
    },
  );
});

/** The variables that stand for options, of all commands. */
const variablesOf = ({ options, commands }: Command): readonly string[] => [
  ...options.flatMap(({ envVar }) => envVar ?? []),
  ...commands.flatMap(variablesOf),
];

describe('Variables that stand for options', () => {
  it('a server that is started beside such a command does not take them for settings', async () => {
    const variables = new Set(variablesOf(await program()));
    expect(variables.size).toBeGreaterThan(3);
    for (const variable of variables)
      expect(() => loadSettings({ environment: { [variable]: 'x' }, options: {} }), variable).not.toThrow();
  });
});
