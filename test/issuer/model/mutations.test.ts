import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../../../src/issuer/contract/index.ts';
import { type CommitWatch, commitWatch } from '../../support/database.ts';
import {
  activePhone,
  type Body,
  bodyOf,
  newDevice,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { property } from '../../support/runs.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import type { Answer, World } from '../../support/world.ts';

const encrypted = useWorld({ settings: { 'issuer.plaintext': false } });
const plain = useWorld();

interface Target {
  readonly operation: OperationName;
  readonly body: Body;
}

/** A valid request of each kind that a device sends. */
async function targets(world: World, encrypt: boolean): Promise<readonly Target[]> {
  const fresh = newDevice(world, { encrypt });
  const registered = await registeredDevice(world, { encrypt });
  const code = await codeFor(world, await newHolder(world));
  const proofed = await proofedPhone(world, { encrypt });
  const provisioned = await provisionedPhone(world, { encrypt });
  const active = await activePhone(world, 1, { encrypt });
  const msos = 'provisionMobileSecurityObjects';
  return [
    { operation: 'registerDevice', body: await bodyOf(fresh, 'registerDevice', (copy) => copy.register()) },
    { operation: 'proofUser', body: await bodyOf(registered, 'proofUser', (copy) => copy.proof(code)) },
    {
      operation: 'provisionCredential',
      body: await bodyOf(proofed.device, 'provisionCredential', (copy) => copy.provision()),
    },
    { operation: msos, body: await bodyOf(provisioned.device, msos, (copy) => copy.provisionMsos(2)) },
    { operation: msos, body: await bodyOf(active.device, msos, (copy) => copy.refresh(2)) },
  ];
}

type Path = readonly (string | number)[];

/** The paths of all members and elements in a body, except those in requestMetadata. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    path.length === 0 && name === 'requestMetadata'
      ? []
      : placesOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(value: Body, [head, ...tail]: Path, change: (old: unknown) => unknown): Body {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const name = head as string;
  copy[name] = tail.length === 0 ? change(copy[name]) : replaced(copy[name], tail, change);
  if (copy[name] === undefined) delete copy[name];
  return copy;
}

const at = (body: Body, path: Path) => path.reduce((value, name) => value?.[name], body);

/** Wrong values: absent, of another type, or too large. */
const WRONG: readonly ((old: unknown) => unknown)[] = [
  () => undefined,
  () => null,
  () => '',
  () => 0,
  () => true,
  () => [],
  () => ({}),
  () => 'x'.repeat(100_000),
  () => '\ud800',
  () => 'AAAA',
  (old) => [old],
  (old) => ({ value: old }),
  (old) => (Array.isArray(old) ? [...old, ...old] : old),
  (old) => (typeof old === 'string' ? `${old}A` : old),
  (old) => (typeof old === 'string' ? old.slice(1) : old),
  (old) => (typeof old === 'string' ? old.split('').toReversed().join('') : old),
];

const isBase64 = (text: unknown): text is string =>
  typeof text === 'string' && text.length >= 40 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** A random change of the bytes in a base64 value. */
const anyByteChange = fc.oneof(
  fc.record({
    kind: fc.constant('flip' as const),
    where: fc.double({ min: 0, max: 1, noNaN: true }),
    bit: fc.nat(7),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    where: fc.double({ min: 0, max: 1, noNaN: true }),
    bit: fc.nat(255),
  }),
  fc.record({
    kind: fc.constant('cut' as const),
    where: fc.double({ min: 0, max: 1, noNaN: true }),
    bit: fc.nat(20),
  }),
);

function changeBytes(
  text: string,
  { kind, where, bit }: { kind: 'flip' | 'insert' | 'cut'; where: number; bit: number },
): string {
  const bytes = Buffer.from(text, 'base64');
  const place = Math.min(bytes.length - 1, Math.floor(where * bytes.length));
  if (kind === 'flip') {
    bytes[place] = (bytes[place] as number) ^ (1 << bit);
    return bytes.toString('base64');
  }
  const rest =
    kind === 'cut' ? bytes.subarray(place + 1 + bit) : Buffer.concat([Buffer.of(bit), bytes.subarray(place)]);
  return Buffer.concat([bytes.subarray(0, place), rest]).toString('base64');
}

/** Expects that the server refused the request with a 4xx status and wrote nothing. */
function expectRefused({ status, body }: Answer, commits: CommitWatch, words: string): void {
  expect(status, `${words}: ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  expect(status, words).toBeGreaterThanOrEqual(400);
  expect(commits.hasChanged(), `${words}: something was written`).toBe(false);
}

describe.each([
  ['encrypted', encrypted, true],
  ['plain', plain, false],
] as const)('Mutations of every valid %s request', (_, world, encrypt) => {
  let all: readonly Target[];
  let commits: CommitWatch;
  beforeAll(async () => {
    all = await targets(world(), encrypt);
    commits = commitWatch(world());
  }, HOOK_TIMEOUT);
  afterAll(() => commits.close());

  it('a request with a random change in its JSON is refused, unless it is still valid', async () => {
    const mutation = fc.record({ target: fc.nat(), place: fc.nat(), wrong: fc.nat(WRONG.length - 1) });
    await fc.assert(
      fc.asyncProperty(mutation, async ({ target, place, wrong }) => {
        const { operation, body } = all[target % all.length] as Target;
        const places = placesOf(body);
        const path = places[place % places.length] as Path;
        const changed = replaced(body, path, WRONG[wrong] as (old: unknown) => unknown);
        if (JSON.stringify(changed) === JSON.stringify(body)) return;
        if (isHarmless(operation, path, at(changed, path), encrypt)) return;
        const answer = await send(world(), operation, changed);
        expectRefused(answer, commits, `${operation} ${path.join('.')} mutation ${wrong}`);
      }),
      property(100),
    );
  });

  it('a request with a random change in the bytes of a base64 value is refused', async () => {
    const mutation = fc.record({ target: fc.nat(), place: fc.nat(), change: anyByteChange });
    await fc.assert(
      fc.asyncProperty(mutation, async ({ target, place, change }) => {
        const { operation, body } = all[target % all.length] as Target;
        const places = placesOf(body).filter((path) => isBase64(at(body, path)));
        const path = places[place % places.length];
        if (!path) return;
        const changed = replaced(body, path, (old) => changeBytes(old as string, change));
        if (at(changed, path) === at(body, path)) return;
        if (isHarmlessBytes(operation, path, encrypt)) return;
        const answer = await send(world(), operation, changed);
        expectRefused(answer, commits, `${operation} ${path.join('.')} ${JSON.stringify(change)}`);
      }),
      property(100),
    );
  });

  it('requests without a change are accepted', async () => {
    for (const { operation, body } of all) {
      const { status, body: answer } = await send(world(), operation, body);
      expect(status, answer.errorDescription).toBe(200);
    }
  });
});

/** Whether the request is still valid after the change, with another meaning. */
function isHarmless(operation: OperationName, path: Path, value: unknown, encrypt: boolean): boolean {
  const [name, index] = path;
  const isAbsent = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  const last = path.at(-1);
  // The caller chooses these ids and the id of its key.
  if (
    (name === 'proofingId' && operation === 'proofUser') ||
    (name === 'credentialId' && operation === 'provisionCredential')
  )
    return true;
  if (last === 'keyId') return true;
  // A request may have less evidence and fewer keys, or none.
  if (name === 'evidence' && index === undefined && isAbsent) return true;
  if (name === 'authKeys' && index === undefined && isAbsent) return true;
  if (name === 'authKeys' && path.length === 2 && value === undefined) return true;
  // Another code gives a rejected proofing, not an error.
  if (last === 'unencryptedValue' && operation === 'proofUser') return true;
  // The sandbox answers unencrypted if the request has no encryption key.
  return !encrypt && name === 'deviceEncryptionKey' && isAbsent;
}

/** Whether any bytes are valid at this path: another code gives a rejected proofing, not an error. */
function isHarmlessBytes(operation: OperationName, path: Path, encrypt: boolean): boolean {
  return !encrypt && operation === 'proofUser' && path.at(-1) === 'unencryptedValue';
}
