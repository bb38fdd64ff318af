import { randomUUID } from 'node:crypto';
import type { Notice, WalletPlatform } from '../issuer/ports/outbox.ts';
import { type Called, type CallFault, type PlatformOptions, platformCalls } from './call.ts';

export type { CallFault, PlatformOptions };

export interface Notifier extends WalletPlatform {
  /** Checks that the platform answers and echoes the message. */
  healthCheck(): Promise<Called<'healthCheck'>>;
  close(): Promise<void>;
}

/** Client of the wallet platform's endpoints for issuers, see docs/integrate/notifications.md. */
export function notifier(options: PlatformOptions): Notifier {
  const { call, close } = platformCalls(options);
  return {
    notify({ subject, subjectId, deviceReferenceId }: Notice) {
      if (subject === 'proofing') {
        const members = { deviceReferenceId, proofingId: subjectId };
        return call('notifyProofingStatusUpdateAvailable', members);
      }
      const members = { deviceReferenceId, credentialId: subjectId };
      return call('notifyCredentialStatusUpdateAvailable', members);
    },
    async healthCheck() {
      const clientMessage = randomUUID();
      const called = await call('healthCheck', { clientMessage });
      const isSame = called.answer === undefined || called.answer.clientMessage === clientMessage;
      return isSame ? called : { ...called, fault: 'otherMessage' };
    },
    close,
  };
}
