import { Guided } from "@/components/help/guided";
import { RentalPage } from "@/components/rental/rental-page";
import { loadRental } from "@/lib/boundary/server/loaders";

type Props = { params: Promise<{ rentalId: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await params).rentalId.toUpperCase() };
}

export default async function RentalRoute({ params }: Props) {
  return (
    <Guided of="rental">
      <RentalPage {...(await loadRental((await params).rentalId))} />
    </Guided>
  );
}
