import { createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha256 = (...parts: readonly (string | Uint8Array)[]) =>
  hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part as string))), 'buffer');
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right);
const EMPTY_ROOT = sha256('');

interface Head {
  readonly size: number;
  readonly root: Buffer;
}

/** RFC 9162, section 2.1.4.2, word by word. */
export function isConsistent(old: Head, fresh: Head, proof: readonly Buffer[]): boolean {
  if (old.size === fresh.size) return proof.length === 0 && old.root.equals(fresh.root);
  if (proof.length === 0) return false;
  const path = Number.isInteger(Math.log2(old.size)) ? [old.root, ...proof] : [...proof];
  let [fn, sn] = [BigInt(old.size - 1), BigInt(fresh.size - 1)];
  while (fn & 1n) [fn, sn] = [fn >> 1n, sn >> 1n];
  let [fr, sr] = [path[0]!, path[0]!];
  for (const node of path.slice(1)) {
    if (sn === 0n) return false;
    if (fn & 1n || fn === sn) {
      [fr, sr] = [nodeHash(node, fr), nodeHash(node, sr)];
      while (!(fn & 1n) && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else sr = nodeHash(sr, node);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return fr.equals(old.root) && sr.equals(fresh.root) && sn === 0n;
}

interface Signer {
  readonly vkey: string;
  cosign(origin: string, head: Head, text: string, seconds: bigint): string;
}

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
const opaque = (text: string) => Buffer.concat([Uint8Array.of(text.length), Buffer.from(text)]);

function signer(name: string, algorithm: 'ed25519' | 'ml-dsa-44'): Signer {
  const pair = generateKeyPairSync(algorithm as 'ed25519') as { publicKey: KeyObject; privateKey: KeyObject };
  const isEd25519 = algorithm === 'ed25519';
  const key = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(isEd25519 ? -32 : -1312);
  const type = Uint8Array.of(isEd25519 ? 4 : 6);
  const id = sha256(`${name}\n`, type, key).subarray(0, 4);
  const messageOf = (origin: string, { size, root }: Head, text: string, seconds: bigint) =>
    isEd25519
      ? Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
      : Buffer.concat([
          ...[Buffer.from('subtree/v1\n\0'), opaque(name), u64(seconds), opaque(origin)],
          ...[u64(0n), u64(BigInt(size)), root],
        ]);
  return {
    vkey: `${name}+${id.toString('hex')}+${Buffer.concat([type, key]).toString('base64')}`,
    cosign(origin, head, text, seconds) {
      const signature = sign(null, messageOf(origin, head, text, seconds), pair.privateKey);
      return `\u2014 ${name} ${Buffer.concat([id, u64(seconds), signature]).toString('base64')}\n`;
    },
  };
}

/** Whether the log signed: a signature of type 0x02 of the signed-note format. */
function isSignedByLog(logKey: string, text: string, signatures: string): boolean {
  const [, name, id, material = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(logKey) ?? [];
  const spki = Buffer.from(material, 'base64').subarray(1);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return signatures.split('\n').some((line) => {
    const [dash, by, encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    const isOwn = dash === '\u2014' && by === name && bytes.subarray(0, 4).toString('hex') === id;
    return isOwn && verify('sha256', Buffer.from(text), key, bytes.subarray(4));
  });
}

interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly type?: string;
}

/**
 * A witness for tests, written from the text of C2SP tlog-witness (add-checkpoint and the monitor retrieval), because none of
 * the open ones can be installed here. It shares no code with the server.
 */
export async function serveWitness(
  name: string,
  now: () => number,
  algorithm: 'ed25519' | 'ml-dsa-44' = 'ed25519',
) {
  const { vkey, cosign } = signer(name, algorithm);
  /** Verifier keys of logs by origin. */
  const logs = new Map<string, string>();
  const heads = new Map<string, Head & { readonly note: string }>();
  const state = { requests: 0, statuses: [] as number[] };

  function addCheckpoint(body: string): Reply {
    const split = body.indexOf('\n\n');
    const [first = '', ...proofLines] = body.slice(0, split).split('\n');
    const note = body.slice(split + 2);
    const [, oldText] = /^old (0|[1-9]\d*)$/.exec(first) ?? [];
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const [origin = '', sizeText = '', rootText = ''] = text.split('\n');
    if (oldText === undefined || !/^(0|[1-9]\d*)$/.test(sizeText) || proofLines.length > 63)
      return { status: 400 };
    const logKey = logs.get(origin);
    if (logKey === undefined) return { status: 404 };
    if (!isSignedByLog(logKey, text, note.slice(text.length + 1))) return { status: 403 };
    const [old, fresh] = [Number(oldText), { size: Number(sizeText), root: Buffer.from(rootText, 'base64') }];
    if (old > fresh.size) return { status: 400 };
    const known = heads.get(origin) ?? { size: 0, root: EMPTY_ROOT };
    if (old !== known.size) return { status: 409, body: `${known.size}\n`, type: 'text/x.tlog.size' };
    if (fresh.size === 0 && !fresh.root.equals(EMPTY_ROOT)) return { status: 422 };
    const proof = proofLines.map((line) => Buffer.from(line, 'base64'));
    const isProven = old === 0 ? proof.length === 0 : isConsistent(known, fresh, proof);
    if (!isProven) return { status: 422 };
    const lines = cosign(origin, fresh, text, BigInt(Math.floor(now() / 1000)));
    heads.set(origin, { ...fresh, note: note + lines });
    return { status: 200, body: lines };
  }

  function answerTo(method: string, path: string, body: string): Reply {
    if (method === 'POST' && path === '/add-checkpoint') return addCheckpoint(body);
    const found = [...heads].find(([origin]) => path === `/${sha256(origin).toString('hex')}/checkpoint`);
    return method === 'GET' && found ? { status: 200, body: found[1].note } : { status: 404 };
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const reply = answerTo(request.method ?? '', request.url ?? '', Buffer.concat(parts).toString('utf8'));
      state.requests += 1;
      state.statuses.push(reply.status);
      response.writeHead(reply.status, { 'content-type': reply.type ?? 'text/plain' });
      response.end(reply.body ?? '');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    vkey,
    url,
    logs,
    state,
    /** The newest checkpoint of a log, as anybody can fetch it. */
    newest: async (origin: string) =>
      (await fetch(`${url}/${sha256(origin).toString('hex')}/checkpoint`)).text(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
