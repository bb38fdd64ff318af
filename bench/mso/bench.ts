import { hpkeRecipient } from '../../src/formats/hpke/index.ts';
import { encodeIssuerSigned } from '../../src/formats/mdoc/index.ts';
import type { Recipient } from '../../src/issuer/envelope/seal.ts';
import type { Bench } from '../harness/bench.ts';
import { inTurn } from '../harness/in-turn.ts';
import { measure } from '../harness/measure.ts';
import { requireWholeDocument } from './check.ts';
import { ours } from './diptych.ts';
import { comparisonsOf, rowsOf } from './findings.ts';
import { type Fixture, makeFixture } from './fixture.ts';
import { limits } from './limits.ts';
import { animo } from './peers/animo.ts';
import { auth0 } from './peers/auth0.ts';
import { owf } from './peers/owf.ts';
import type { Peer } from './peers/peer.ts';
import { primitives } from './primitives.ts';
import { requests } from './request.ts';
import { issuerSignedOf, type Sizes, sizesOf } from './sizes.ts';

async function requireAllWhole(mso: Uint8Array, peers: readonly Peer[], fixture: Fixture): Promise<void> {
  const [key] = fixture.deviceKeys;
  requireWholeDocument('diptych', encodeIssuerSigned(issuerSignedOf(mso)), key!, fixture);
  for (const { name, issueBytes, issuerSigned } of peers) {
    requireWholeDocument(name, issuerSigned(await issueBytes(key!)), key!, fixture);
  }
}

function notesOf({ items, staticAuthData }: Sizes, { deviceKeys }: Fixture): readonly string[] {
  const largest = Math.max(...items);
  return [
    `one mdoc of ${items.length} elements, the largest of ${largest} bytes; MSO with its mapping ${staticAuthData} bytes`,
    `in turn for ${deviceKeys.length} device keys; every side's document was verified whole before it was timed`,
  ];
}

export const msoBench: Bench = async ({ rounds }) => {
  const fixture = await makeFixture();
  const recipient: Recipient = {
    key: hpkeRecipient(fixture.deviceEncryptionKey.point),
    keyId: '01',
    mode: 'info',
  };
  const own = ours(fixture, recipient);
  const peers = { auth0: auth0(fixture), owf: owf(fixture), animo: animo(fixture) };
  const mso = own.issueOnly();
  await requireAllWhole(mso, Object.values(peers), fixture);

  const sizes = sizesOf(mso, fixture.deviceKeys[0]!);
  const next = inTurn(fixture.deviceKeys);
  const costs = await measure(
    {
      ...primitives(sizes),
      ...own,
      ...(await requests(fixture, recipient)),
      auth0: () => peers.auth0.issue(next()),
      auth0Bytes: () => peers.auth0.issueBytes(next()),
      owf: () => peers.owf.issue(next()),
      owfBytes: () => peers.owf.issueBytes(next()),
      animo: () => peers.animo.issue(next()),
      animoBytes: () => peers.animo.issueBytes(next()),
    },
    rounds,
  );
  const measured = { costs, limit: limits(costs), peers };
  return {
    title: 'mso: one signed MSO for one device key',
    unit: 'MSO',
    notes: notesOf(sizes, fixture),
    rows: rowsOf(measured),
    comparisons: comparisonsOf(measured),
  };
};
