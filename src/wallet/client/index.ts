export { ExchangeError, type ExchangeErrorCode, IssuerRefusal } from '../errors.ts';
export {
  type ClientRequest,
  type IssuerClient,
  type IssuerClientOptions,
  issuerClient,
} from './issuer-client.ts';
export {
  type Exchange,
  type FetchTransportOptions,
  fetchTransport,
  observedTransport,
  type Transport,
  type TransportAnswer,
} from './transport.ts';
