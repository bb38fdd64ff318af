import 'reflect-metadata';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { X509Certificate } from '@peculiar/x509';
import fastify, { type FastifyReply } from 'fastify';
import { pino } from 'pino';
import { SANDBOX_ROOT_CERTIFICATE } from '../../../src/wallet/index.ts';
import { base64 } from './envelope.ts';
import { makeKeys } from './keys.ts';
import { codeHash, newCodeText, operations, type RequestBody } from './operations.ts';
import { Refusal } from './refusal.ts';
import { openStore } from './store.ts';
import { startWallets } from './wallets.ts';

/** What the benchmark asks for, as an operator would. */
export type Command =
  | { readonly command: 'newCode'; readonly holderId: string; readonly record: object }
  | {
      readonly command: 'newWalletCode';
      readonly holderId: string;
      readonly record: object;
      readonly txCode?: string;
    }
  | { readonly command: 'accept'; readonly proofingId: string };

export interface Started {
  readonly port: number;
  /** The credential issuer by OpenID4VCI. */
  readonly credentialIssuer: string;
  /** The root certificate in base64. */
  readonly root: string;
}

const metadata = {
  type: 'object',
  required: ['requestId', 'version', 'issuerId'],
  properties: {
    requestId: { type: 'string', minLength: 1, maxLength: 256 },
    issuerId: { type: 'string', minLength: 1, maxLength: 256 },
    version: {
      type: 'object',
      properties: { major: { type: 'integer' }, minor: { type: 'integer' } },
    },
  },
} as const;
const identifier = { type: 'string', minLength: 1, maxLength: 256 } as const;

/** Required members of each request; the two operations that retrieve keys have none. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  healthCheck: ['requestMetadata'],
  getDeviceRegistrationNonce: ['requestMetadata', 'deviceReferenceId'],
  registerDevice: ['requestMetadata', 'deviceReferenceId', 'deviceIdentityCertificateChain'],
  proofUser: ['requestMetadata', 'deviceReferenceId', 'proofingId', 'evidence'],
  getProofingStatus: ['requestMetadata', 'deviceReferenceId', 'proofingId'],
  cancelProofing: ['requestMetadata', 'deviceReferenceId', 'proofingId'],
  provisionCredential: ['requestMetadata', 'deviceReferenceId', 'proofingId', 'credentialId'],
  provisionMobileSecurityObjects: ['requestMetadata', 'deviceReferenceId', 'credentialId', 'authKeys'],
  getCredentialStatus: ['requestMetadata', 'deviceReferenceId', 'credentialId'],
  notifyCredentialDeleted: ['requestMetadata', 'deviceReferenceId', 'credentialId'],
};

const schemaOf = (name: string) => ({
  body: {
    type: 'object',
    required: REQUIRED[name] ?? [],
    properties: {
      requestMetadata: metadata,
      deviceReferenceId: identifier,
      proofingId: identifier,
      credentialId: identifier,
      credentialVersionId: identifier,
      authKeys: { type: 'array', maxItems: 100 },
      evidence: { type: 'array', maxItems: 32 },
      deviceIdentityCertificateChain: { type: 'array', maxItems: 16, items: { type: 'string' } },
    },
  },
});

const { positionals } = parseArgs({ allowPositionals: true });
const [folder = '.'] = positionals;
const store = openStore(join(folder, 'parts.sqlite'));
const keys = await makeKeys();
const logger = pino(pino.destination({ dest: join(folder, 'parts.log'), sync: false }));
const app = fastify({ loggerInstance: logger, bodyLimit: 4 * 1024 * 1024 });

type Body = RequestBody & { readonly requestMetadata?: { readonly requestId?: string } };

function refuse(error: unknown, requestId: string, reply: FastifyReply) {
  const isRefusal = error instanceof Refusal;
  void reply.code(isRefusal ? error.status : 500);
  return {
    responseMetadata: { requestId },
    errorDescription: isRefusal ? error.message : 'internal error',
    issuerErrorIdentifier: String(reply.request.id),
    ...(isRefusal && { [error.reason]: {} }),
  };
}

const table = operations(store, keys, new X509Certificate(SANDBOX_ROOT_CERTIFICATE));
for (const [name, operation] of Object.entries(table)) {
  app.post(`/v1/vdc/${name}`, { schema: schemaOf(name) }, async (request, reply) => {
    const body = request.body as Body;
    const requestId = body.requestMetadata?.requestId ?? '';
    try {
      const answer = await operation(body);
      return REQUIRED[name] ? { responseMetadata: { requestId }, ...answer } : answer;
    } catch (error) {
      if (!(error instanceof Refusal)) request.log.error(error);
      return refuse(error, requestId, reply);
    }
  });
}

const wallets = await startWallets(store, keys);

const commands = {
  newCode({ holderId, record }: Extract<Command, { command: 'newCode' }>) {
    const code = newCodeText();
    store.newCode(codeHash(code), holderId, JSON.stringify(record));
    return code;
  },
  newWalletCode({ holderId, record, txCode }: Extract<Command, { command: 'newWalletCode' }>) {
    store.newCode(codeHash(newCodeText()), holderId, JSON.stringify(record));
    return wallets.newCode(holderId, txCode);
  },
  accept({ proofingId }: Extract<Command, { command: 'accept' }>) {
    store.setProofing(proofingId, 'accepted');
    return '';
  },
};

async function run({ id, ...command }: Command & { readonly id: number }): Promise<void> {
  const value = await commands[command.command](command as never);
  process.send?.({ id, value });
}

process.on('message', (command: Command & { readonly id: number }) => void run(command));
process.on('disconnect', () => process.exit(0));

await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const { issuer: credentialIssuer } = wallets;
process.send?.({ port, credentialIssuer, root: base64(keys.root.rawData) } satisfies Started);
