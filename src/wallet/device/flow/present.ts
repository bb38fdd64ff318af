import { completeStaticAuthData, decodeStaticAuthData } from '../../../formats/mdoc/index.ts';
import { DeviceStateError } from '../../errors.ts';
import { type DeviceContext, storedCredential } from '../context.ts';
import type { AuthKey } from '../device-state.ts';
import { storedValues } from './accept-mso.ts';
import { decodeCredential } from './decode-credential.ts';
import { disclose, type Presentation, type PresentationRequest } from './disclose.ts';

function unusedKey({ state, clock }: DeviceContext): AuthKey & Required<Pick<AuthKey, 'certified'>> {
  const now = clock();
  for (const { certified, ...authKey } of state().authKeys) {
    if (certified && certified.expiresAt > now) return { ...authKey, certified };
  }
  throw new DeviceStateError('noAuthKey', 'there is no unused authentication key left; refresh first');
}

/**
 * Answers a reader with an authentication key, which is never used again. Assumes that the user consented and
 * was authenticated. Throws DeviceStateError `nothingToDisclose` or `noAuthKey`.
 */
export async function present(context: DeviceContext, request: PresentationRequest): Promise<Presentation> {
  const { docType, authKeys } = context.state();
  const storedValue = storedValues(decodeCredential(storedCredential(context).bytes));
  const { key: used, certified } = unusedKey(context);
  const data = decodeStaticAuthData(certified.staticAuthData);
  const { nameSpaces = new Map(), issuerAuth } = completeStaticAuthData(data, storedValue);
  const presentation = await disclose({ docType, nameSpaces, issuerAuth }, used, request);
  await context.update({ authKeys: authKeys.filter(({ key }) => key !== used) });
  return presentation;
}
