import { readFileSync } from 'node:fs';
import type { CallFault } from '../../notifier/index.ts';
import type { Settings } from '../config/settings.ts';
import { walletPlatform } from '../issuer/http-clients.ts';
import { issuerPolicy } from '../issuer/issuer-policy.ts';
import { type Check, type Finding, failure, ok, validity } from './findings.ts';

const NONE = ok('no notifications are sent to the wallet platform');

const CONTRACT = [
  'violates the contract',
  'check issuer.notifications.url and issuer.id, and see docs/integrate/notifications.md',
] as const;

/** The meaning and the remedy of each fault; any other fault violates the contract. */
const FAULTS: Partial<Record<CallFault, readonly [text: string, remedy: string]>> = {
  connection: [
    'cannot be reached',
    'see that issuer.notifications.url names it, and that nothing between keeps connections away; one that asks for a client certificate may end them without a word: issuer.notifications.clientCertificate',
  ],
  busy: ['answers 502, 503 or 504', 'wait; notifications are kept until it answers'],
  tls: [
    'is not trusted, or does not take our certificate',
    'issuer.notifications.ca must contain its authority; it must trust issuer.notifications.clientCertificate',
  ],
  timeLimit: ['gave no answer in time', 'raise issuer.notifications.timeoutSeconds, or look at the network'],
  credentials: ['refuses who calls', 'it must know issuer.notifications.clientCertificate'],
};

function clientCertificate({ issuer }: Settings, now: number): readonly Finding[] {
  const { clientCertificate: path } = issuer.notifications;
  if (path === undefined) return [];
  const name = `issuer.notifications.clientCertificate (${path})`;
  return [validity(name, readFileSync(path, 'utf8'), now, 'renew it, and start the server again')];
}

/** If a wallet platform is configured, it answers a health check. */
export const notifications: Check = async ({ settings, now }) => {
  if (settings.issuer.notifications.url === undefined) return [NONE];
  const platform = walletPlatform(settings, issuerPolicy(settings));
  if (platform === undefined) return [NONE];
  const { fault, milliseconds } = await platform.healthCheck();
  await platform.close();
  const took = `after ${Math.round(milliseconds)} ms`;
  const [text, remedy] = (fault && FAULTS[fault]) ?? CONTRACT;
  const finding = fault
    ? failure(`the wallet platform ${text}: ${fault}, ${took}`, remedy)
    : ok(`the wallet platform answered ${took}`);
  return [finding, ...clientCertificate(settings, now)];
};
