import { useAdmin, useMayCall } from '../../api.ts';

/** The default of `keys.graceDays`. */
const GRACE_DAYS = 30;

/** `keys.graceDays` of the server if the person may read settings, else the default. */
export function useGraceDays(): number {
  const may = useMayCall();
  const { data } = useAdmin('getSettings', {}, { enabled: may('getSettings') });
  const value = data?.settings.find(({ name }) => name === 'keys.graceDays')?.value;
  return typeof value === 'number' ? value : GRACE_DAYS;
}
