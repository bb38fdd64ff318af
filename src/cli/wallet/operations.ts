import type { OperationName } from '../../issuer/contract/index.ts';

/** Which operations a command asks for; a fault belongs to the commands of its operation. */
export const COMMAND_OPERATIONS = {
  register: ['getDeviceRegistrationNonce', 'registerDevice'],
  proof: ['proofUser'],
  status: ['getProofingStatus', 'getCredentialStatus'],
  cancel: ['cancelProofing'],
  provision: ['provisionCredential', 'provisionMobileSecurityObjects'],
  refresh: ['provisionMobileSecurityObjects'],
  delete: ['notifyCredentialDeleted'],
} as const satisfies Record<string, readonly OperationName[]>;

type CommandName = keyof typeof COMMAND_OPERATIONS;

export function operationsOf(command: string): readonly OperationName[] {
  return Object.hasOwn(COMMAND_OPERATIONS, command) ? COMMAND_OPERATIONS[command as CommandName] : [];
}

/** The first command that asks for the operation. */
export function commandOf(operation: OperationName): string {
  return Object.keys(COMMAND_OPERATIONS).find((command) => operationsOf(command).includes(operation)) ?? '';
}
