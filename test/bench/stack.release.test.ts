import { expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, findingsOf, partsOf } from './support.ts';

it(
  'the benchmark compares lives of phones, MSOs and credentials by OpenID4VCI with a server put together from npm packages, and verifies the answers of both',
  async () => {
    const { stdout } = await bench('stack', '--rounds', '1', '--json');
    const { headings, goals } = partsOf(asText(JSON.parse(stdout)));
    expect(headings).toEqual(['one of the lives', 'one of the MSOs', 'one of the credentials']);
    expect(goals).toEqual(['P10', 'P10', 'P10', 'P10']);
  },
  BENCH_TIMEOUT,
);

it(
  'the benchmark compares PostgreSQL with SQLite',
  async () => {
    const { stdout } = await bench('stack', '--postgres', '--rounds', '1', '--json');
    const { rows, ratios } = findingsOf(stdout);
    expect(rows).toHaveLength(6);
    expect(ratios.map(({ name, atLeast }) => [name, atLeast])).toEqual([
      ['lives: PostgreSQL : SQLite', 0.625],
      ['MSOs: PostgreSQL : SQLite', 0.625],
      ['credentials: PostgreSQL : SQLite', 0.625],
    ]);
  },
  BENCH_TIMEOUT,
);

it(
  'the benchmark compares the same with the server of a commit',
  async () => {
    const { stdout } = await bench('stack', '--before', 'HEAD', '--rounds', '1', '--json');
    const { rows, ratios } = findingsOf(stdout);
    expect(rows).toHaveLength(6);
    expect(ratios.map(({ name }) => name)).toEqual([
      'lives: now : before',
      'MSOs: now : before',
      'credentials: now : before',
    ]);
  },
  BENCH_TIMEOUT,
);
