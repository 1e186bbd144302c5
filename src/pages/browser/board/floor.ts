import { leaveForSuitableBoard } from '../shared/floor.ts'

leaveForSuitableBoard()
