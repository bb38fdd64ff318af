import type { RequestOf, ResponseOf } from '../../issuer/contract/index.ts';
import {
  OPERATION_NAMES,
  OPERATION_OUTLINES,
  type OperationName,
  operationPath,
} from '../../issuer/contract/operation-outlines.ts';
import { newUuid, SYSTEM_EFFECTS } from '../effects.ts';
import { type Exchange, fetchTransport, observedTransport, type Transport } from './transport.ts';

export interface IssuerClientOptions {
  /** `https://issuer.example`; the operations are at `/v1/vdc/<operation>` below it. */
  readonly baseUrl: string;
  readonly issuerId: string;
  /** Default 1.0. */
  readonly version?: { readonly major: number; readonly minor: number };
  /** Default `fetchTransport()`. */
  readonly transport?: Transport;
  /** Default a random UUID; different for every request. */
  readonly newRequestId?: () => string;
  /** Called for every exchange, including refused and failed ones. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** The request without its metadata, which the client adds. */
export type ClientRequest<Name extends OperationName> = Omit<RequestOf<Name>, 'requestMetadata'>;

/** A method for each of the twelve operations. They reject with IssuerRefusal or ExchangeError. */
export type IssuerClient = {
  readonly [Name in OperationName]: (request: ClientRequest<Name>) => Promise<ResponseOf<Name>>;
};

const VERSION = { major: 1, minor: 0 };

let shapes: Promise<typeof import('./answer.ts')> | undefined;

/** A client of the issuer interface, made from the contract. The shapes of answers are loaded with the first answer. */
export function issuerClient(options: IssuerClientOptions): IssuerClient {
  const {
    issuerId,
    version = VERSION,
    newRequestId = () => newUuid(SYSTEM_EFFECTS.random),
    onExchange,
  } = options;
  const given = options.transport ?? fetchTransport();
  const transport = onExchange ? observedTransport(given, onExchange) : given;
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');

  const call = async (operation: OperationName, request: object): Promise<object> => {
    const requestId = newRequestId();
    const requestMetadata = { requestId, version, issuerId };
    const body = OPERATION_OUTLINES[operation].metadata ? { requestMetadata, ...request } : request;
    const answer = await transport(baseUrl + operationPath(operation), JSON.stringify(body));
    shapes ??= import('./answer.ts');
    return (await shapes).readAnswer(answer, { operation, requestId });
  };

  const methods = OPERATION_NAMES.map((name) => [name, (request: object) => call(name, request)] as const);
  // `unknown`, because TypeScript does not relate a name in a list to the types of its method. `readAnswer`
  // checks the answer.
  return Object.fromEntries(methods) as unknown as IssuerClient;
}
