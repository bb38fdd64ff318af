import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, sentRequest } from '../../src/admin/contract/index.ts';
import { diptych, to } from '../support/cli.ts';
import { execute, expectNothingWritten } from '../support/database.ts';
import { proofedPhone } from '../support/devices.ts';
import { adminRefusal } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';

// Somebody writes a text that a terminal obeys when a colleague looks at it: OSC 52 puts a command into the clipboard, a
// mark that turns the direction of text shows another name.

const OSC_52 = '\u001b]52;c;cm0gLXJmIH4K\u0007';
const HOSTILE = [OSC_52, '\u001b[2J', '\u009b31m', 'a\nb', '\u202egro.live', '\u2028', '\u0000', '\u007f'];

interface Node extends Readonly<Record<string, unknown>> {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** Every text of a request, by its path; names of members and enums are no texts. */
function textsOf(node: Node, path: string): readonly (readonly [path: string, schema: Node])[] {
  if (node.type === 'string' && !('enum' in node)) return [[path, node]];
  const members = Object.entries(node.properties ?? {}).flatMap(([name, one]) =>
    textsOf(one, `${path}.${name}`),
  );
  const items = node.items ? textsOf(node.items, `${path}[]`) : [];
  return [...members, ...items, ...(node.anyOf ?? []).flatMap((one) => textsOf(one, path))];
}

const texts = METHOD_NAMES.flatMap((name) => textsOf(sentRequest(name) as Node, name));

/** Several lines; ids of wallets, which may have any printable character, and are escaped when they are shown. */
const MAY_HAVE: Readonly<Record<string, RegExp>> = {
  lines: /^importKey\.(certificate|issuer|privateKey)$/,
  directions: /[iI]ds?(\[\])?$|\.after$|\.skip\[\]$|\.idPrefix$/,
};

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

describe('Text that a terminal would obey', () => {
  it('the contract has texts to look at', () => {
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.map(([path]) => path)).toContain('challengeProofing.detail.challengeDescription');
  });

  it.each(texts)('%s refuses it', (path, schema) => {
    const accepted = HOSTILE.filter((text) => Check(schema as TSchema, text));
    const isAllowed = (text: string) =>
      (MAY_HAVE.lines?.test(path) && text === 'a\nb') ||
      (MAY_HAVE.directions?.test(path) && /^[\u2028\u202e]/u.test(text));
    expect(accepted.filter((text) => !isAllowed(text))).toEqual([]);
  });

  const newProofing = async () => (await proofedPhone(world())).ids.proofingId;

  it('a challenge with such a description is refused, and changes nothing', async () => {
    const id = await newProofing();
    const detail = { challengeDescription: OSC_52, physicalLocationVisit: {} };
    await expectNothingWritten(world(), () =>
      adminRefusal(world().admin('challengeProofing', { id, detail }), 'INVALID_ARGUMENT', 'REQUEST_INVALID'),
    );
  });

  it('one that an earlier version stored is escaped by show, in lists, as JSON and in errors', async () => {
    const id = await newProofing();
    const stored = JSON.stringify({
      challengeDescription: `${OSC_52}\n\u202e\u009b`,
      physicalLocationVisit: {},
    });
    const { database } = world().server.context.folder;
    execute(
      database,
      `update proofing set state = 'challenged', detail = ? where proofing_id = ?`,
      stored,
      id,
    );
    for (const args of [
      ['proofings', 'show', id],
      ['proofings', 'show', id, '--json'],
      ['proofings', 'list', '--wide'],
      ['explain', id],
      ['proofings', 'show', OSC_52],
    ]) {
      const { out, err } = await diptych(...args, ...to(world()));
      expect(`${out}${err}`, args.join(' ')).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
    }
    const { out } = await diptych('proofings', 'show', id, ...to(world()));
    expect(out).toContain('\\u001b]52');
  });

  it('a wallet platform forges no line of an explanation', async () => {
    const requestId = 'r-forged\n\n2026-01-01T00:00:00.000Z  proofUser\n  answered';
    const named = { deviceReferenceId: 'd', proofingId: 'p' };
    const { body } = await world().operate('getProofingStatus', named, { requestId });
    const { out } = await diptych('explain', body.issuerErrorIdentifier, ...to(world()));
    expect(out).toContain('getProofingStatus');
    expect(out).not.toMatch(/^2026-01-01T00:00:00.000Z|^ *answered/m);
  });

  const sources = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name));

  it('every command writes by the one function that escapes', () => {
    const others = sources('src/cli')
      .filter((path) => !path.endsWith('cli/output.ts'))
      .filter((path) =>
        /(stdout|stderr)\.write\(|console\.(log|error|warn)\(/.test(readFileSync(path, 'utf8')),
      );
    expect(others).toEqual([]);
  });
});
