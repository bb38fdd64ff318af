import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Loading } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useMediation } from '../../api.ts';
import { LevelBadge } from '../../parts/level-badge.tsx';

/** How much lint finds in a group, with a link to it. It is counted again when the group changes. */
export function FindingCount({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { lint: words } = mediation;
  const { name: on, publisherId } = useAccount();
  const { mediationGroupId: id = '' } = group;
  const query = { mediationGroupId: id, fields: 'counts' };
  const { data, isLoading } = useMediation('accounts.lint', { on, query });
  if (isLoading) return <Loading isHidden />;
  const { counts = [] } = data ?? {};
  const count = counts.reduce((sum, { count: one = 0 }) => sum + one, 0);
  if (count === 0) return null;
  return (
    <Link to={`/${publisherId}/lint`} search={{ group: id }}>
      <LevelBadge level={counts[0]?.level}>{words.count(count)}</LevelBadge>
    </Link>
  );
}
