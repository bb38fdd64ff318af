import { StatusError } from '../conventions/status.ts';
import type { Credential, Device, Holder, PreAuthorizationCode, Proofing } from '../issuer/model/index.ts';
import type { IssuerReader } from '../issuer/ports/store.ts';

function found<T>(entity: T | undefined, what: string): T {
  if (entity !== undefined) return entity;
  throw new StatusError('NOT_FOUND', `${what.toUpperCase()}_NOT_FOUND`, `there is no ${what} with this id`);
}

export async function holderOf(reader: IssuerReader, id: string): Promise<Holder> {
  return found(await reader.holder(id), 'holder');
}

export async function deviceById(reader: IssuerReader, id: string): Promise<Device> {
  return found(await reader.device(id), 'device');
}

export async function proofingById(reader: IssuerReader, id: string): Promise<Proofing> {
  return found(await reader.proofing(id), 'proofing');
}

export async function credentialById(reader: IssuerReader, id: string): Promise<Credential> {
  return found(await reader.credential(id), 'credential');
}

export async function codeById(reader: IssuerReader, id: string): Promise<PreAuthorizationCode> {
  return found(await reader.codeById(id), 'code');
}
