import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import { closed } from '../../conventions/json-schema.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
import { isSignedBy, keyDigest, sha256 } from '../node-crypto.ts';
import type { Seal } from '../ports/seals.ts';
import { parseStatement, type SealStatement } from '../statement.ts';

/** What a file of an anchor folder holds. All of it follows from the statement, except for the time. */
const Content = Type.Object(
  {
    anchorTime: Type.String({ maxLength: 40 }),
    seal: Type.Integer({ minimum: 1 }),
    sealTime: Type.String({ maxLength: 40 }),
    head: Type.String(),
    size: Type.Integer({ minimum: 0 }),
    root: Type.String(),
    key: Type.String(),
    statement: Type.String({ maxLength: 4096 }),
    signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
  },
  closed,
);

const shape = Compile(Content);

/** An anchor that was read from a folder. */
export interface FolderAnchor {
  readonly file: string;
  readonly seal: number;
  /** Digest of the statement of the seal. */
  readonly head: string;
  /** When it was made, by the clock of the server; milliseconds since the epoch. */
  readonly at: number;
  readonly statement: SealStatement;
}

type SignedStatement = Pick<Seal, 'statement' | 'signature'>;

const DIGITS = 8;
const HEAD_DIGITS = 16;

/** Names sort by the time of the seal, so that the newest anchor comes last also after a reset. */
function nameOf({ seal, sealTime }: SealStatement, head: string): string {
  const time = sealTime.replace(/[-:.]/g, '');
  return `${time}-${String(seal).padStart(DIGITS, '0')}-${head.slice(0, HEAD_DIGITS)}`;
}

/** The name of a file of an anchor; a file that could not be finished is written again with a number. */
const NAME = /^(\d{8}T\d{9}Z-\d{8,}-[0-9a-f]{16})(?:\.\d)?\.json$/;

/** The name of the anchor that a file belongs to; undefined for other files. */
export const anchorOfFile = (file: string): string | undefined => NAME.exec(file)?.[1];

/** Name and content of the file for a seal; undefined for a seal from before the tree. */
export function anchorFile(
  { statement: text, signature }: SignedStatement,
  at: number,
): { readonly name: string; readonly text: string } | undefined {
  const statement = parseStatement(text);
  if (!statement?.tree) return undefined;
  const head = sha256(text);
  const content = {
    anchorTime: new Date(at).toISOString(),
    seal: statement.seal,
    sealTime: statement.sealTime,
    head,
    size: statement.tree.size,
    root: statement.tree.root,
    key: keyDigest(statement),
    statement: text,
    signature: Buffer.from(signature).toString('hex'),
  };
  return { name: nameOf(statement, head), text: `${canonicalJson(content)}\n` };
}

/** Undefined if the file is not an anchor: another content, another name, or not signed by the key that it names. */
export function parseAnchor(file: string, text: string): FolderAnchor | undefined {
  const content = jsonOrUndefined(text);
  if (!shape.Check(content)) return undefined;
  const at = Date.parse(content.anchorTime);
  const signature = Buffer.from(content.signature, 'hex');
  const statement = parseStatement(content.statement);
  if (Number.isNaN(at) || !statement || !isSignedBy(statement, content.statement, signature))
    return undefined;
  const made = anchorFile({ statement: content.statement, signature }, at);
  if (made?.text !== text || made.name !== anchorOfFile(file)) return undefined;
  return { file, seal: content.seal, head: content.head, at, statement };
}
