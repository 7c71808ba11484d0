import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import classes from './lists.module.css'

/** Placeholders for two lists side by side. */
export const WaitingLists = () => (
  <div className={classes.columns} role="status" aria-label="Загрузка списков" aria-busy>
    <SkeletonLines lines={9} />
    <SkeletonLines lines={6} />
  </div>
)
