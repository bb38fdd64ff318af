import { beforeAll, describe, expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { TOKEN_MISSING } from '../keys/support/token.ts';
import { BENCH_TIMEOUT, bench, findingsOf, partsOf } from './support.ts';

const PLACES = ['keys in files', ...(TOKEN_MISSING === undefined ? ['keys in a token'] : [])];
const GOALS = ['P3', 'P3', 'P5', 'P7', 'P7'];

describe('diptych bench issuer', () => {
  let printed: string;
  beforeAll(async () => {
    printed = (await bench('issuer', '--rounds', '1', '--json')).stdout;
  }, BENCH_TIMEOUT);

  it('the benchmark measures provisioning, registration and status against their unavoidable costs, for every key store', () => {
    const { headings, goals } = partsOf(asText(JSON.parse(printed)));
    expect(headings).toEqual(
      PLACES.flatMap((place) => [
        `${place}: what the place does`,
        `${place}: limits, primitives added up`,
        `${place}: floors of writes`,
        `${place}: parts of a read`,
        `${place}: requests over HTTP, CPU of the server`,
      ]),
    );
    expect(goals).toEqual(PLACES.flatMap(() => GOALS));
  });

  it('the benchmark compares with a server that does only the steps of an operation, and that server with the limits', () => {
    const names = findingsOf(printed)
      .ratios.filter(({ goal }) => goal === undefined)
      .map(({ name }) => name);
    const subjects = [
      ['MSO, encrypted key', 'limit'],
      ['MSO, plain key', 'limit'],
      ['registerDevice', 'chain + append'],
      ['getCredentialStatus', 'bare Fastify'],
      ['getProofingStatus', 'bare Fastify'],
    ];
    expect(names).toEqual(
      PLACES.flatMap((place) => [
        ...subjects.map(([name]) => `${place}: ${name} : bare steps`),
        ...subjects.map(([name, limit]) => `${place}: bare steps of ${name} : ${limit}`),
      ]),
    );
  });

  it('the benchmark reports each goal with the value that must be reached', () => {
    const found = findingsOf(printed);
    expect(found).toMatchObject({ unit: 'request', rounds: 1, node: process.version });
    const goals = found.ratios.filter(({ goal }) => goal !== undefined);
    expect(goals.map(({ atLeast }) => atLeast)).toEqual(PLACES.flatMap(() => [0.74, 0.74, 0.77, 0.6, 0.6]));
  });
});
