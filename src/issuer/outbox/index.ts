export {
  type DeliveryDeps,
  type ObservedAttempt,
  outboxDelivery,
} from './deliver.ts';
export { withOutbox } from './with-outbox.ts';
