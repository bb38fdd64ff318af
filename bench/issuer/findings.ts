import { READERS } from '../harness/clients.ts';
import type { Comparison, Row } from '../harness/report.ts';
import { total } from '../harness/series.ts';
import type { MeasuredCustody } from './measure.ts';
import { AUTH_KEYS } from './phone.ts';
import { WRITERS } from './servers.ts';

type Costs = MeasuredCustody['costs'];

const KEY: Partial<Record<keyof Costs, string>> = {
  signMso: 'sign an MSO',
  signHash: 'sign a hash',
  agreeToOpenByEcdh: 'ECDH to open',
};

const FLOOR: Partial<Record<keyof Costs, string>> = {
  checkChain: 'signatures of a chain, keys kept',
  checkNewChain: 'signatures of a chain, keys read from it',
  append: 'append of a row, fdatasync',
  insertRow: 'insert of a row, bare SQLite',
  insertMsos: `insert of one MSO of ${AUTH_KEYS}, bare SQLite`,
};

const READ_PARTS: Partial<Record<keyof Costs, string>> = {
  readRow: 'a row by its id, bare SQLite',
  noteRequest: 'a note of the request, bare SQLite, many in a transaction',
  logLine: 'a line of the log',
};

const SERVER: Partial<Record<keyof Costs, string>> = {
  encryptedKeys: `one MSO of ${AUTH_KEYS}, encrypted keys`,
  plainKeys: `one MSO of ${AUTH_KEYS}, plain keys`,
  provisionBare: `one MSO of ${AUTH_KEYS}, bare Fastify`,
  register: 'registerDevice',
  registerBare: 'registerDevice, bare Fastify',
  credentialStatus: 'getCredentialStatus',
  credentialStatusBare: 'getCredentialStatus, bare Fastify',
  proofingStatus: 'getProofingStatus',
  proofingStatusBare: 'getProofingStatus, bare Fastify',
};

const LIMITS: Partial<Record<keyof MeasuredCustody['limit'], string>> = {
  encryptedKeyAndEnvelope: 'one MSO with envelope, encrypted key',
  envelope: 'one MSO with envelope, plain key',
};

const rows = <Series extends Row['cost']>(
  group: string,
  names: Readonly<Record<string, string>>,
  series: Readonly<Record<string, Series>>,
): readonly Row[] => Object.entries(names).map(([key, name]) => ({ group, name, cost: series[key]! }));

export const rowsOf = ({ name, costs, limit }: MeasuredCustody): readonly Row[] => [
  ...rows(`${name}: what the place does`, KEY, costs),
  ...rows(`${name}: limits, primitives added up`, LIMITS, limit),
  ...rows(`${name}: floors of writes`, FLOOR, costs),
  ...rows(`${name}: parts of a read`, READ_PARTS, costs),
  ...rows(`${name}: requests over HTTP, CPU of the server`, SERVER, costs),
];

/** At most 1.35 times what the primitives cost. */
const PROVISION = { goal: 'P3', atLeast: 0.74 } as const;
/** At most 1.3 times its floor. */
const REGISTER = { goal: 'P5', atLeast: 0.77 } as const;
const READ = { goal: 'P7', atLeast: 0.6 } as const;

/** The row of the device and that of what is asked about, a note, a line. */
const withParts = (bare: Row['cost'], { readRow, noteRequest, logLine }: Costs) =>
  total(bare, readRow, readRow, noteRequest, logLine);

export function comparisonsOf({ name, costs, limit }: MeasuredCustody): readonly Comparison[] {
  const { encryptedKeys, plainKeys, provisionBare, register, registerBare, checkChain, append } = costs;
  const named = (comparison: string) => `${name}: ${comparison}`;
  const { encryptedKeyAndEnvelope, envelope } = limit;
  return [
    {
      ...PROVISION,
      name: named('MSO, encrypted key : limit'),
      ours: encryptedKeys,
      other: encryptedKeyAndEnvelope,
    },
    { ...PROVISION, name: named('MSO, plain key : limit'), ours: plainKeys, other: envelope },
    {
      ...REGISTER,
      name: named('registerDevice : chain + append'),
      ours: register,
      other: total(checkChain, append),
    },
    {
      ...READ,
      name: named('getCredentialStatus : bare Fastify'),
      ours: costs.credentialStatus,
      other: costs.credentialStatusBare,
    },
    {
      ...READ,
      name: named('getProofingStatus : bare Fastify'),
      ours: costs.proofingStatus,
      other: costs.proofingStatusBare,
    },
    {
      name: named('MSO, encrypted key : bare Fastify + limit + insert'),
      ours: encryptedKeys,
      other: total(provisionBare, encryptedKeyAndEnvelope, costs.insertMsos),
    },
    {
      name: named('registerDevice : bare Fastify + chain + insert'),
      ours: register,
      other: total(registerBare, checkChain, costs.insertRow),
    },
    {
      name: named('getCredentialStatus : bare Fastify + its parts'),
      ours: costs.credentialStatus,
      other: withParts(costs.credentialStatusBare, costs),
    },
    {
      name: named('getProofingStatus : bare Fastify + its parts'),
      ours: costs.proofingStatus,
      other: withParts(costs.proofingStatusBare, costs),
    },
  ];
}

export const notesOf = ([first]: readonly MeasuredCustody[]): readonly string[] => [
  `server and bare Fastify in processes of their own, CPU counted there; ${READERS} connections read, ${WRITERS} write, each for another device`,
  `MSOs by provisionMobileSecurityObjects, ${AUTH_KEYS} new keys in each request, of ${first?.sizes.items.length} elements; the wallet made the requests before`,
  'a simulated phone verified MSOs before; every MSO and registration was found again after a crash',
  'limit of P3: cryptography alone, each part measured in a loop; HTTP, JSON, the database and the log are what is above it',
  'floor of P5: signatures of a chain whose keys are kept, and one append; each phone has an attestation key of its own under one intermediate',
  'limits with keys in a token: what the token takes in place of what Node takes',
];
