import { adminMethods } from 'virtual:contract';
import type { MethodName } from '../api.ts';

/** How the button of an action in a row looks: outlined in red if the contract says that it is final. */
export const rowKind = (method: MethodName) => (adminMethods[method].final ? 'danger' : 'quiet');
