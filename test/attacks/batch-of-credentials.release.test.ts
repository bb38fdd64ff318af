import { beforeAll, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { leastToll } from '../support/least-toll.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const PUBLISHER = 'pub-1111111111111111';
/** As many as a batch may have. */
const PARTS = 1000;
/** Tokens of different clients. */
const TOKENS = 20;

const target = useTarget({
  DIPTYCH_LIMITS_MEDIATION_PER_CALLER: '0',
  DIPTYCH_LIMITS_MEDIATION_PER_PUBLISHER: '0',
});

const part = (token: string) => `--b
Content-Type: application/http

GET /v1beta/accounts/${PUBLISHER}/adSources HTTP/1.1
Authorization: Bearer ${token}

`;

const tokens: string[] = [];

beforeAll(async () => {
  const { connection } = target();
  await callAdmin(connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  while (tokens.length < TOKENS) {
    const asked = { publishers: [PUBLISHER], scopes: ['monetization' as const] };
    tokens.push((await callAdmin(connection, 'issueToken', asked)).accessToken);
  }
});

it.each([
  ['of its own', (token: string) => token],
  [
    'with a wrong signature',
    (token: string, index: number) => `${token.slice(0, -8)}${String(index).padStart(8, 'A')}`,
  ],
  ['that is none', (_: string, index: number) => `x${index}`],
])('1000 parts of a batch, each with a credential %s, delay no other request', async (_, credentialOf) => {
  const parts = Array.from({ length: PARTS }, (__, index) =>
    part(credentialOf(tokens[index % TOKENS] as string, index)),
  );
  let answers = 0;
  const toll = await leastToll(target(), async () => {
    const response = await fetch(`${target().url}/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'multipart/mixed; boundary=b' },
      body: `${parts.join('')}--b--\n`,
    });
    answers = (await response.text()).split('HTTP/1.1 ').length - 1;
  });
  expect(answers).toBe(PARTS);
  console.info(`the longest turn: ${toll.stalled.toFixed(0)} ms`);
  expectBounded(toll);
});
