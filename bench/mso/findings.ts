import type { Series } from '../harness/measure.ts';
import type { Comparison, Row } from '../harness/report.ts';
import { cheapest } from '../harness/series.ts';
import type { ours } from './diptych.ts';
import type { limits } from './limits.ts';
import type { Peer } from './peers/peer.ts';
import type { primitives } from './primitives.ts';
import type { requests } from './request.ts';

type Primitive = keyof ReturnType<typeof primitives>;
type Own = keyof ReturnType<typeof ours> | keyof Awaited<ReturnType<typeof requests>>;

export const PEERS = ['auth0', 'owf', 'animo'] as const;
type PeerName = (typeof PEERS)[number];

/** Names such as `auth0Bytes` include the encoding of the result. */
export type Side = Primitive | Own | PeerName | `${PeerName}Bytes`;

export interface Measured {
  readonly costs: Readonly<Record<Side, Series>>;
  readonly limit: ReturnType<typeof limits>;
  readonly peers: Readonly<Record<PeerName, Peer>>;
}

const PRIMITIVES: Readonly<Record<Primitive, string>> = {
  signMso: 'P-256 sign, the MSO',
  signHash: 'P-256 sign, a hash',
  verify: 'P-256 verify, a certificate',
  digestItems: 'SHA-256 of the items, one by one',
  drawSalts: 'random bytes, all salts at once',
  hashMso: 'SHA-256 of an MSO',
  agreeToSealByEcdh: 'ephemeral key + ECDH, one kept createECDH',
  agreeToSealByKeyObjects: 'ephemeral key + ECDH, KeyObjects',
  agreeToOpenByEcdh: 'ECDH to open, a kept createECDH',
  agreeToOpenByKeyObjects: 'ECDH to open, KeyObjects',
  scheduleByHmac: 'HPKE key schedule, 5 createHmac',
  scheduleByHash: 'HPKE key schedule, 5 HMAC of bare hashes',
  sealByBytes: 'AES-GCM of an MSO, key as bytes',
  sealByKeyObject: 'AES-GCM of an MSO, key as KeyObject',
  openKey: 'AES-GCM to open a certificate',
};

const LIMITS: Readonly<Record<keyof Measured['limit'], string>> = {
  opening: 'open an encrypted value and verify its signature',
  sealing: 'sign an MSO and encrypt it, without ECDH',
  issue: 'issue only',
  plain: 'verify certificate + issue',
  envelope: 'with envelope, ECDH by one kept createECDH',
  envelopeCheapest: 'with envelope, cheapest form of each primitive',
  encryptedKey: 'open and verify an encrypted key',
  encryptedKeyAndEnvelope: 'with envelope, for an encrypted key',
};

const OURS: Readonly<Record<Own, string>> = {
  issueOnly: 'issue only',
  plain: 'verify certificate + issue',
  envelope: 'with envelope',
  cold: 'template + first MSO',
  openEncryptedKey: 'open and verify an encrypted key',
  requestPlainKeys: 'in a request of 10 keys, yielding',
  requestEncryptedKeys: 'in a request of 10 encrypted keys, yielding',
};

const rows = <Name extends string>(
  group: string,
  names: Readonly<Record<Name, string>>,
  series: Readonly<Record<Name, Series>>,
): readonly Row[] =>
  (Object.keys(names) as Name[]).map((key) => ({ group, name: names[key], cost: series[key] }));

export const rowsOf = ({ costs, limit, peers }: Measured): readonly Row[] => [
  ...rows('primitives', PRIMITIVES, costs),
  ...rows('limits: primitives added up', LIMITS, limit),
  ...rows('diptych', OURS, costs),
  ...PEERS.flatMap((peer) => [
    { group: 'peers, issue only', name: peers[peer].name, cost: costs[peer] },
    { group: 'peers, issue only', name: `${peers[peer].name}, and encode`, cost: costs[`${peer}Bytes`] },
  ]),
];

export function comparisonsOf({ costs, limit, peers }: Measured): readonly Comparison[] {
  const { issueOnly, plain, envelope, cold, openEncryptedKey } = costs;
  const { auth0, owf, animo } = costs;
  const against = (peer: PeerName) => `issue only, warm : ${peers[peer].name}`;
  const tuned = { name: 'issue only, warm : best tuned peer', ours: issueOnly, other: cheapest(owf, animo) };
  return [
    { goal: 'P1', name: 'verify + issue : limit', ours: plain, other: limit.plain, atLeast: 0.85 },
    { goal: 'P1', name: 'with envelope : limit', ours: envelope, other: limit.envelope, atLeast: 0.88 },
    { goal: 'P2', name: against('auth0'), ours: issueOnly, other: auth0, atLeast: 10 },
    { goal: 'P2', ...tuned, atLeast: 4 },
    {
      goal: 'P2',
      name: `template + first MSO : ${peers.auth0.name}`,
      ours: cold,
      other: auth0,
      atLeast: 1.5,
    },
    { name: 'issue only : limit', ours: issueOnly, other: limit.issue },
    { name: 'with envelope : limit of cheapest forms', ours: envelope, other: limit.envelopeCheapest },
    { name: 'open and verify an encrypted key : limit', ours: openEncryptedKey, other: limit.encryptedKey },
    { name: 'in a request of 10 keys : limit', ours: costs.requestPlainKeys, other: limit.envelope },
    {
      name: 'in a request of 10 encrypted keys : limit',
      ours: costs.requestEncryptedKeys,
      other: limit.encryptedKeyAndEnvelope,
    },
    ...PEERS.slice(1).map((peer) => ({ name: against(peer), ours: issueOnly, other: costs[peer] })),
    ...PEERS.map((peer) => ({
      name: `${against(peer)}, and encode`,
      ours: issueOnly,
      other: costs[`${peer}Bytes`],
    })),
  ];
}
