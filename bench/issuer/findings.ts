import { READERS } from '../harness/clients.ts';
import type { Comparison, Row } from '../harness/report.ts';
import { total } from '../harness/series.ts';
import type { MeasuredCustody } from './measure.ts';
import { AUTH_KEYS } from './phone.ts';
import { WRITERS } from './servers.ts';

type Costs = MeasuredCustody['costs'];
type Series = Row['cost'];

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
  encryptedKeysSteps: `one MSO of ${AUTH_KEYS}, encrypted keys, bare steps`,
  plainKeys: `one MSO of ${AUTH_KEYS}, plain keys`,
  plainKeysSteps: `one MSO of ${AUTH_KEYS}, plain keys, bare steps`,
  register: 'registerDevice',
  registerSteps: 'registerDevice, bare steps',
  credentialStatus: 'getCredentialStatus',
  credentialStatusBare: 'getCredentialStatus, bare Fastify',
  credentialStatusSteps: 'getCredentialStatus, bare steps',
  proofingStatus: 'getProofingStatus',
  proofingStatusBare: 'getProofingStatus, bare Fastify',
  proofingStatusSteps: 'getProofingStatus, bare steps',
};

const LIMITS: Partial<Record<keyof MeasuredCustody['limit'], string>> = {
  encryptedKeyAndEnvelope: 'one MSO with envelope, encrypted key',
  envelope: 'one MSO with envelope, plain key',
};

const rows = (
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

/** Goal P3: at most 1.35 times the cost of the primitives. */
const PROVISION = { goal: 'P3', atLeast: 0.74, ofSteps: 0.8 } as const;
/** Goal P5: at most 1.3 times the minimum cost. */
const REGISTER = { goal: 'P5', atLeast: 0.77, ofSteps: 0.8 } as const;
const READ = { goal: 'P7', atLeast: 0.6, ofSteps: 0.95 } as const;

/** A request that the servers answer, with the minimum cost that its goal names. */
interface Subject {
  readonly name: string;
  /** Times as fast as the minimum, and as bare steps. */
  readonly goal: { readonly goal: string; readonly atLeast: number; readonly ofSteps: number };
  readonly limit: { readonly name: string; readonly cost: Series };
  readonly ours: Series;
  /** The cost on bare Fastify that does only the required steps. */
  readonly steps: Series;
}

function subjectsOf({ costs, limit }: MeasuredCustody): readonly Subject[] {
  const added = (cost: Series) => ({ name: 'limit', cost });
  const floor = { name: 'chain + append', cost: total(costs.checkChain, costs.append) };
  const bare = (cost: Series) => ({ name: 'bare Fastify', cost });
  return [
    {
      name: 'MSO, encrypted key',
      goal: PROVISION,
      limit: added(limit.encryptedKeyAndEnvelope),
      ours: costs.encryptedKeys,
      steps: costs.encryptedKeysSteps,
    },
    {
      name: 'MSO, plain key',
      goal: PROVISION,
      limit: added(limit.envelope),
      ours: costs.plainKeys,
      steps: costs.plainKeysSteps,
    },
    {
      name: 'registerDevice',
      goal: REGISTER,
      limit: floor,
      ours: costs.register,
      steps: costs.registerSteps,
    },
    {
      name: 'getCredentialStatus',
      goal: READ,
      limit: bare(costs.credentialStatusBare),
      ours: costs.credentialStatus,
      steps: costs.credentialStatusSteps,
    },
    {
      name: 'getProofingStatus',
      goal: READ,
      limit: bare(costs.proofingStatusBare),
      ours: costs.proofingStatus,
      steps: costs.proofingStatusSteps,
    },
  ];
}

/**
 * Compares with the minimum cost, with a server that does only the required steps, and that server with the
 * minimum cost.
 */
export function comparisonsOf(measured: MeasuredCustody): readonly Comparison[] {
  const subjects = subjectsOf(measured);
  const named = (comparison: string) => `${measured.name}: ${comparison}`;
  return [
    ...subjects.map(({ name, goal: { goal, atLeast }, limit, ours }) => ({
      goal,
      atLeast,
      name: named(`${name} : ${limit.name}`),
      ours,
      other: limit.cost,
    })),
    ...subjects.map(({ name, goal: { goal, ofSteps: atLeast }, ours, steps }) => ({
      goal,
      atLeast,
      name: named(`${name} : bare steps`),
      ours,
      other: steps,
    })),
    ...subjects.map(({ name, limit, steps }) => ({
      name: named(`bare steps of ${name} : ${limit.name}`),
      ours: steps,
      other: limit.cost,
    })),
  ];
}

export const notesOf = ([first]: readonly MeasuredCustody[]): readonly string[] => [
  `servers in processes of their own, CPU counted there; ${READERS} connections read, ${WRITERS} write, each for another device`,
  `MSOs by provisionMobileSecurityObjects, ${AUTH_KEYS} new keys in each request, of ${first?.sizes.items.length} elements; the wallet made the requests before`,
  'a simulated phone verified MSOs before; every MSO and registration was found again after a crash',
  'limit of P3: cryptography alone, each part measured in a loop; HTTP, JSON, the database and the log are what is above it',
  'floor of P5: signatures of a chain whose keys are kept, and one append; each phone has an attestation key of its own under one intermediate',
  'bare steps: bare Fastify that does for each request what no server can leave out and gives the same answer each time: the cryptography of the limit; rows in SQLite; a note of the request, many in a transaction; a line of the log',
  'limits with keys in a token: what the token takes in place of what Node takes',
];
