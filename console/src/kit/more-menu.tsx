import { useMessages } from '../messages/index.ts';
import { Icon } from './icons.tsx';
import { Menu, type MenuItem } from './menu.tsx';

interface MoreProps {
  /** Rare actions; final ones last. */
  readonly items: readonly (MenuItem & { readonly isOffered: boolean })[];
}

/** The actions of a page that are rare, as far as they are offered. */
export function MoreMenu({ items }: MoreProps) {
  const { common } = useMessages();
  const offered = items.filter(({ isOffered }) => isOffered);
  if (offered.length === 0) return null;
  return (
    <Menu label={common.more} items={offered} className="plain">
      {common.more} <Icon name="down" />
    </Menu>
  );
}
