import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { RentalList } from "@/components/rental/rental-list";
import { loadRentals } from "@/lib/boundary/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("rental.list"))("title") };
}

export default async function RentalsPage() {
  return (
    <Guided of="rentals">
      <RentalList {...(await loadRentals())} />
    </Guided>
  );
}
