// A system of record with one fictional holder, as docs/integrate/system-of-record.md describes it. Settings: README.md.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

const { PORT = '8090', TOKEN_FILE, TLS_CERTIFICATE, TLS_KEY, TLS_CLIENT_CA } = process.env;
const HOLDER = process.env.HOLDER ?? new URL('../../../data/demo/holder.json', import.meta.url);
const PORTRAIT = new URL('../../../data/demo/portrait.jpg', import.meta.url);
const MDL = 'org.iso.18013.5.1';
const LARGEST = 16 * 1024;
const TEN_MINUTES = 600_000;

type Json = Record<string, unknown>;
type Answer = readonly [status: number, body: Json];
const refused = (status: number, error: string): Answer => [status, { error }];

/** Read for each request, so that a change of the file is a change of the record. */
function record(): { id: string; documentType: string; elements: Record<string, Json> } {
  const { id, documentType, elements } = JSON.parse(readFileSync(HOLDER, 'utf8'));
  const portrait = readFileSync(PORTRAIT).toString('base64');
  return { id, documentType, elements: { ...elements, [MDL]: { ...elements[MDL], portrait } } };
}

/** What is known of a code, by its hash; a database in earnest, where a claim is one conditional update. */
const codes = new Map<string, { holderId: string; expiresAt: number; claimId?: unknown }>();
const keyOf = (code: unknown) => hash('sha256', String(code));

function newCode(): void {
  const code = randomBytes(16).toString('base64url');
  codes.set(keyOf(code), { holderId: record().id, expiresAt: Date.now() + TEN_MINUTES });
  console.log(`code ${code}`);
}

/** The first claim has the code. The same claim again is a retry, whose first answer was lost. */
function lookupByCode({ code, claimId }: Json): Answer {
  const known = codes.get(keyOf(code));
  if (!known) return refused(404, 'codeUnknown');
  if (known.claimId !== undefined && known.claimId !== claimId) return refused(410, 'codeUsed');
  if (known.claimId === undefined) {
    if (known.expiresAt <= Date.now()) return refused(410, 'codeExpired');
    known.claimId = claimId;
    newCode();
  }
  return get({ id: known.holderId });
}

function get({ id }: Json): Answer {
  const found = record();
  return found.id === id ? [200, { record: found }] : refused(404, 'recordMissing');
}

const CALLS: Record<string, (request: Json) => Answer> = {
  '/v1/records:lookupByCode': lookupByCode,
  '/v1/records:get': get,
};

function isAllowed({ headers }: IncomingMessage): boolean {
  if (TOKEN_FILE === undefined) return TLS_CLIENT_CA !== undefined;
  const digest = (text: string) => hash('sha256', text, 'buffer');
  const expected = `Bearer ${readFileSync(TOKEN_FILE, 'utf8').trim()}`;
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(expected));
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > LARGEST) throw new Error('too large');
  }
  return JSON.parse(text);
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const call = CALLS[request.url ?? ''];
  if (!isAllowed(request)) return refused(401, 'unauthorized');
  if (!call || request.method !== 'POST') return refused(404, 'noSuchCall');
  return call(await bodyOf(request));
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [status, body] = await answer(request).catch(() => refused(400, 'badRequest'));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const read = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file));
const server =
  TLS_CERTIFICATE === undefined
    ? createServer((request, response) => void handle(request, response))
    : createTlsServer(
        {
          cert: read(TLS_CERTIFICATE),
          key: read(TLS_KEY),
          ca: read(TLS_CLIENT_CA),
          requestCert: TLS_CLIENT_CA !== undefined,
        },
        (request, response) => void handle(request, response),
      );
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  console.log(`listening on http${TLS_CERTIFICATE === undefined ? '' : 's'}://127.0.0.1:${port}`);
  newCode();
});
