import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  json,
  type ReceivedCall,
  type RecordSystem,
  type Respond,
  startRecordSystem,
} from './record-system.ts';
import { tlsAuthority } from './tls-authority.ts';

/** The answer of the wallet platform. It contains the id of the request, and echoes the message of a health check. */
export const confirm: Respond = (response, call) => {
  const { requestMetadata, clientMessage } = call.body;
  const { requestId } = requestMetadata;
  json(200, { responseMetadata: { requestId }, clientMessage })(response, call);
};

/** Closes the connection in the middle of an answer. */
export const cutOff: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{', () => response.destroy());
};

/** A wallet platform that identifies issuers by their certificates. */
export interface Platform extends Omit<RecordSystem, 'close'> {
  /** Settings of an issuer that the platform knows. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Settings of an issuer that the platform does not know. */
  readonly stranger: Readonly<Record<string, unknown>>;
  /** Sets the answer to the next call, and resolves when the call has arrived. */
  next(respond?: Respond): Promise<ReceivedCall>;
  /** Refuses connections until it resumes on the same port. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function startPlatform(): Promise<Platform> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-platform-'));
  const [authority, others] = [await tlsAuthority('platform'), await tlsAuthority('others')];
  const server = await authority.issue('127.0.0.1');
  const tls = {
    cert: server.certificate,
    key: server.key,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  };
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const client = async (name: string, by: typeof authority) => {
    const { certificate, key } = await by.issue(name);
    return {
      'issuer.notifications.clientCertificate': file(`${name}.pem`, certificate),
      'issuer.notifications.clientKey': file(`${name}.key`, key),
    };
  };
  let system = await startRecordSystem(tls);
  system.respond(confirm);
  const { url } = system;
  const port = Number(new URL(url).port);
  const common = {
    'issuer.notifications.url': url,
    'issuer.notifications.ca': file('ca.pem', authority.certificate),
    'issuer.notifications.timeoutSeconds': 5,
  };
  return {
    url,
    get calls() {
      return system.calls;
    },
    settings: { ...common, ...(await client('issuer', authority)) },
    stranger: { ...common, ...(await client('stranger', others)) },
    respond: (respond) => system.respond(respond),
    respondOnce: (...responses) => system.respondOnce(...responses),
    next: (respond = confirm) =>
      new Promise((resolve) => {
        system.respondOnce((response, call) => {
          respond(response, call);
          resolve(call);
        });
      }),
    pause: () => system.close(),
    async resume() {
      system = await startRecordSystem(tls, port);
      system.respond(confirm);
    },
    async close() {
      await system.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
